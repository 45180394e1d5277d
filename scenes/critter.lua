-- The feet of an animal are pulled down; its body follows and its ears flap (E06 9.8, which has a
-- bunny). Another mesh: -D mesh=/path/to/bunny.node -D feet=0.05
--   pliant run scenes/critter.lua

local law = define("law", "MassSpringForces")
local mesh = define("mesh", "critter")
local feet = define("feet", 0.02)  -- m above the ground
local speed, far = define("speed", 0.3), 10

sim = Simulation{seconds = define("seconds", 1.0)}
sim:addBody{name = "animal", mesh = mesh, density = 1200,
            settings = mesh == "critter" and {tets = define("tets", 3000)} or {}}
sim:addGroup{name = "feet", low = {-far, -far, -far}, high = {far, feet, far}}

sim:addAction(_G[law](define("young", 1e5), define("shear", 3.5e4)))
sim:addAction(EulerCromer())
sim:addAction(Drive{group = "feet", seconds = 0.3, hold = true,
                    path = function(t) return 0, -speed * t, 0 end})
sim:addAction(Probe{quantity = "highest", every = 20})
sim:addAction(Record{seconds = 0.01})
