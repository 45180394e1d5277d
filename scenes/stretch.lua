-- Two opposite faces of a rubber cube of 1 m are pulled apart, or pushed together, and the force
-- that goes through its middle is measured (E06 9.3). For small strains it is A E strain:
-- 4.8e5 N at 0.16.
--   pliant run scenes/stretch.lua -D strain=-0.16          compression
--   pliant run scenes/stretch.lua -D cells=10              another mesh (9.5)
--   pliant run scenes/stretch.lua -D mesh=/path/to/cube.node
--   pliant run scenes/stretch.lua -D strain=-0.24 -D keep_volume=true     (9.6)
--   pliant plot stretch.run flux.normal flux.tangential -o flux.svg

local law = define("law", "MassSpringForces")
local mesh = define("mesh", "cube")  -- -0.5 to 0.5 along x
local strain = define("strain", 0.16)
local moving, resting = define("moving", 0.8), 0.2  -- s
local h = define("h", 1e-4)
local young = define("young", 3e6)  -- Pa
-- E = 3 G leaves a full stress tensor no Poisson's ratio below 0.5: it gets 0.45 instead.
local shear = define("shear", law == "MaterialForces3" and young / 2.9 or 1e6)

sim = Simulation{seconds = moving + resting, time_step = h}
sim:addBody{name = "cube", mesh = mesh, density = 1200,
            settings = mesh == "cube" and {cells = define("cells", 5), tets_per_cell = 5} or {}}

sim:addAction(_G[law](young, shear))
sim:addAction(LeapFrog())
sim:addAction(GlobalDamping(0.99))
if define("keep_volume", false) then sim:addAction(SimpleVolumeConstraint()) end
local speed, steps = strain / 2 / moving, math.floor(moving / h + 0.5)
sim:addAction(MoveSteady(0, -0.5, 0, -speed, steps, true))
sim:addAction(MoveSteady(0, 0.5, 0, speed, steps, true))
sim:addAction(CalculateFlux{axis = 0, position = 0.05, every = 50})
sim:addAction(CalculateFlux{axis = 1, position = 0.45, name = "across", every = 50})
sim:addAction(Probe{quantity = "volume", every = 50})
