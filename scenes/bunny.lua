-- The paws of a rubber bunny are pulled down: they stretch, the body follows, the ears flap (E06
-- 9.8). The bunny is not part of Pliant, and the critter stands in for it; any mesh of about 1 m that
-- stands on y = 0 will do.
--   pliant run scenes/bunny.lua -D mesh=bunny.node

local law = define("law", "MassSpringForces")
local mesh = define("mesh", "critter")
local scale = define("scale", 1)
local paws = define("paws", 0.08) * scale               -- m above the ground
local speed, pulling = define("speed", 1.0) * scale, 0.3        -- m/s, s
local far = 10 * scale
local young = define("young", 3e5)  -- Pa
-- E = 3 G leaves a full stress tensor no Poisson's ratio below 0.5: it gets 0.45 instead.
local shear = define("shear", law == "MaterialForces3" and young / 2.9 or 1e5)

local h = define("h", 0)  -- s; 0: a safe step, as its tetrahedra are small
sim = Simulation{seconds = define("seconds", 1.0)}
if h > 0 then sim.time_step = h end
sim:addBody{name = "bunny", mesh = mesh, density = 1200, scale = scale}
sim:addGroup{name = "paws", low = {-far, -far, -far}, high = {far, paws, far}}

sim:addAction(_G[law](young, shear))
sim:addAction(LeapFrog())
sim:addAction(Drive{group = "paws", seconds = pulling, hold = true,
                    path = function(t) return 0, -speed * t, 0 end})
sim:addAction(Probe{quantity = "highest", every = 20})
sim:addAction(Probe{quantity = "volume", every = 20})
sim:addAction(Record{seconds = 0.02})
