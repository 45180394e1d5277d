-- Top and bottom of a rubber cube of 1 m are moved apart sideways, and the force through the plane
-- between them is measured (E06 9.4): A G angle, 5.7e5 N at 0.57 rad.
--   pliant run scenes/shear.lua
--   pliant plot shear.run flux.tangential -o flux.svg

local law = define("law", "MassSpringForces")
local mesh = define("mesh", "cube")  -- 0 to 1 along y
local angle = define("angle", 0.57)  -- rad
local moving, resting = define("moving", 1.0), 0.2
local h = define("h", 1e-4)
local young = define("young", 3e6)  -- Pa
-- E = 3 G leaves a full stress tensor no Poisson's ratio below 0.5: it gets 0.45 instead.
local shear = define("shear", law == "MaterialForces3" and young / 2.9 or 1e6)

sim = Simulation{seconds = moving + resting, time_step = h}
sim:addBody{name = "cube", mesh = mesh, density = 1200,
            settings = mesh == "cube" and {cells = define("cells", 5), tets_per_cell = 5} or {}}
sim:addGroup{name = "bottom", point = {0, 0, 0}, normal = {0, 1, 0}}
sim:addGroup{name = "top", point = {0, 1, 0}, normal = {0, 1, 0}}

sim:addAction(_G[law](young, shear))
sim:addAction(LeapFrog())
sim:addAction(GlobalDamping(0.99))
local function sideways(distance)
  return function(t) return distance * math.min(t / moving, 1), 0, 0 end
end
sim:addAction(Drive{group = "bottom", path = sideways(-angle / 2)})
sim:addAction(Drive{group = "top", path = sideways(angle / 2)})
sim:addAction(CalculateFlux{axis = 1, position = 0.45, every = 50})
