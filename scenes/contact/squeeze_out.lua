-- A plate with four holes presses on a soft block, which comes out through them and at the sides.
--   pliant run scenes/contact/squeeze_out.lua -D cells=20

local start, speed, reach = 0.2, define("speed", 0.1), define("reach", 0.04)  -- s, m/s, m
local cells = define("cells", 10)

sim = Simulation{seconds = define("seconds", 1)}
sim:addBody{name = "block", mesh = "grid", density = 1000, lowest = 0,
            settings = {length = 0.28, height = 0.14, width = 0.28,
                        cells_x = cells, cells_y = cells / 2, cells_z = cells}}

sim:addAction(ElasticForces{young = define("young", 5e4), poisson = 0.4, damping_time = 0.005})
sim:addAction(Gravity())
sim:addAction(Ground{friction = 0.1})
sim:addAction(SolidObstacle{mesh = "holes.obj", friction = 0.3, position = function(t)
  return 0, 0.145 - math.min(speed * math.max(0, t - start), reach), 0
end})
sim:addAction(Contact{friction = 0.3})
sim:addAction(Probe{quantity = "volume", every = 50})
sim:addAction(Record{seconds = 0.03, fields = {"contact_force", "contact_gap"}})
