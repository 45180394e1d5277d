-- Bodies of every kind in one world: springs, continuum particles, modes, hexahedra, cloth, a chain.
-- A ball that moves and rubs pushes each along, or carries it off.
sim = Simulation{seconds = 1.5}

local cube = {cells = 4, size = 0.2}
local kinds = {
  {name = "springs", mesh = "cube", settings = cube, material = "soft_rubber"},
  {name = "particles", mesh = "cube", settings = cube, material = "soft_rubber"},
  {name = "modes", mesh = "cube", settings = cube, material = "soft_rubber"},
  {name = "voxels", mesh = "voxels", material = "soft_rubber",
   settings = {edge = 0.05, cells_x = 4, cells_y = 4, cells_z = 4}},
  {name = "sheet", mesh = "cloth", settings = {length = 0.5, width = 0.5, cells_x = 20, cells_z = 20}},
  {name = "rope", mesh = "chain", settings = {length = 0.6, links = 30}},
}
for i, body in ipairs(kinds) do
  local falls = i > 4  -- onto its ball; others stand beside theirs
  local x, y, z = falls and 0 or -0.19, falls and 0.2 or 0.09, 0.5 * i
  body.position = {0, falls and 0.4 or 0.11, z}
  sim:addBody(body)
  sim:addAction(Ball{centre = function(t) return x + 0.3 * t, y, z end, radius = 0.08,
                     friction = 0.6, body = body.name})
end
sim:addAction(MassSpringForces{body = "springs"})
sim:addAction(MaterialForces3{body = "particles"})
sim:addAction(SpectralSolid{body = "modes", modes = 12})
sim:addAction(ElasticForces{body = "voxels"})
sim:addAction(ClothForces())
sim:addAction(ChainForces())
sim:addAction(Gravity())
sim:addAction(Ground{friction = 0.3})
