-- A plunger presses a very soft animal through a funnel; its legs and ears fold and touch each other.
--   pliant run scenes/contact/squeeze.lua -D young=2e4

local start, speed, reach = 0.1, define("speed", 0.4), 0.5  -- s, m/s, m

sim = Simulation{seconds = define("seconds", 1.8)}
sim:addBody{name = "animal", mesh = "critter", density = 1000, lowest = 0.30,
            settings = {tets = define("tets", 1200), size = 0.25}}

sim:addAction(ElasticForces{young = define("young", 1e4), poisson = 0.4, damping_time = 0.005})
sim:addAction(Gravity())
sim:addAction(Ground())
sim:addAction(SolidObstacle{mesh = "funnel.obj"})
local function plunger(t) return 0.68 - math.min(speed * math.max(0, t - start), reach) end
sim:addAction(Capsule{radius = 0.05, from = function(t) return 0, plunger(t), 0 end,
                      to = function(t) return 0, plunger(t) + 0.4, 0 end})
sim:addAction(Friction(define("friction", 0.1)))
sim:addAction(Contact{friction = 0.1})
sim:addAction(Probe{quantity = "lowest", every = 50})
sim:addAction(Probe{quantity = "volume", every = 50})
sim:addAction(Record{seconds = 0.03, fields = {"contact_force"}})
