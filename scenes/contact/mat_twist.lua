-- A soft mat is twisted from both ends until it folds and lies on itself.
--   pliant run scenes/contact/mat_twist.lua -D turns=3 -D seconds=6

local cells, turns = define("cells", 20), define("turns", 1.5)
local seconds = define("seconds", 3)
local length, width, thick = 1, 0.6, 0.04  -- m

sim = Simulation{seconds = seconds}
sim:addBody{name = "mat", mesh = "grid", density = 1000, position = {0, -thick / 2, 0},
            settings = {length = length, width = width, height = thick,
                        cells_x = cells, cells_z = math.ceil(0.6 * cells), cells_y = 1}}
sim:addAction(ElasticForces{young = define("young", 2e4), poisson = 0.4, damping_time = 0.01})
for side = -1, 1, 2 do
  sim:addAction(Rotate{plane = 0, position = side * length / 2, speed = side * 2 * math.pi * turns / seconds})
end
sim:addAction(Contact{friction = 0})
sim:addAction(Probe{quantity = "reaction_torque", group = "plane:0.5,0,0,1,0,0", every = 20})
sim:addAction(Probe{quantity = "contact_energy", every = 20})
sim:addAction(Record{seconds = 0.03, fields = {"contact_force"}})
