-- One of L13's five bodies falls on the floor, with the forces, constants and masses that L13 prints
-- (Tables 5.2 and 6.3). Its meshes do not come along: built-in shapes of about as many tetrahedra
-- stand in for them, or any file. L13 does not say how large its bodies are; where half of the edges
-- are longer than 1.5 m, springs and volumes both count.
--   pliant run scenes/l13.lua -D body=bunny
--   pliant run scenes/l13.lua -D body=bunny -D mesh=bunny.node -D strain_limit=1.5

local published = {
  -- kg, 1/kg, k_D and its damping, k_V and its damping, s, tetrahedra
  cube      = {50, 0, 50, 0.001, 25, 0.01, 0.008, 15484},
  bunny     = {75, 500, 50, 0.001, 20, 0.01, 0.005, 19507},
  bunny2    = {100, 500, 50, 0.001, 20, 0.01, 0.005, 35081},
  dragon    = {200, 250, 30, 0.001, 20, 0.002, 0.0025, 102453},
  armadillo = {200, 2000, 40, 0.00001, 20, 0.001, 0.0025, 145835},
}
local name = define("body", "bunny")
local p = published[name]
if not p then error("there is no body '" .. name .. "': take cube, bunny, bunny2, dragon or armadillo", 0) end

-- Volume damping along gradients (3.9), along unit normals (3.11), or none beside that of springs.
local damping = define("damping", "gradients")
if damping ~= "gradients" and damping ~= "normals" and damping ~= "springs" then
  error("damping is '" .. damping .. "': take gradients, normals or springs", 0)
end

local mesh = define("mesh", name == "cube" and "cube" or "critter")
local settings = {}
if mesh == "cube" then settings = {cells = define("cells", 14), tets_per_cell = 6} end
if mesh == "critter" then settings = {tets = define("tets", p[8])} end

sim = Simulation{seconds = define("seconds", 2.0), time_step = define("step", p[7])}
sim:addBody{name = name, mesh = mesh, settings = settings, total_mass = define("mass", p[1]),
            median_edge = define("median_edge", 1.5), lowest = define("fall", 0.5)}

sim:addAction(MassSpringAsPublished{
  k_distance = define("k_distance", p[3]), distance_damping = p[4],
  k_volume = define("k_volume", p[5]), volume_damping = damping == "springs" and 0 or p[6],
  normal_damping = damping == "normals", largest_inverse_mass = define("largest_inverse_mass", p[2])})
sim:addAction(Gravity(9.8))
sim:addAction(Ground(0))
local strain_limit = define("strain_limit", 0.0)  -- longest length of an edge over that at rest
if strain_limit > 1 then sim:addAction(StrainLimit(strain_limit)) end
sim:addAction(_G[define("integrator", "Verlet")]())
sim:addAction(Probe{quantity = "volume", every = 10})
sim:addAction(Probe{quantity = "highest", every = 10})
sim:addAction(Record{seconds = 0.04})
