-- A soft mat is twisted at both ends until it folds and lies on itself.
--   pliant run scenes/contact/mat_twist.lua -D turns=3 -D seconds=6

local cells, turns = define("cells", 20), define("turns", 1.5)
local seconds = define("seconds", 3)
local length, width, thick = 1, 0.6, 0.04  -- m

sim = Simulation{seconds = seconds}
sim:addBody{name = "mat", mesh = "grid", density = 1000, position = {-length / 2, -thick / 2, -width / 2},
            settings = {length = length, width = width, height = thick,
                        cells_x = cells, cells_z = math.ceil(0.6 * cells), cells_y = 1}}
sim:addGroup{name = "left", point = {-length / 2, 0, 0}, normal = {1, 0, 0}}
sim:addGroup{name = "right", point = {length / 2, 0, 0}, normal = {1, 0, 0}}

sim:addAction(ElasticForces{young = define("young", 2e4), poisson = 0.4, damping_time = 0.01})
local function turn(sign)
  return function(t) return sign * 360 * turns * t / seconds, 0, 0 end
end
sim:addAction(Orient{group = "left", rotation = turn(1)})
sim:addAction(Orient{group = "right", rotation = turn(-1)})
sim:addAction(Contact{friction = 0})
sim:addAction(Probe{quantity = "reaction_torque", group = "right", every = 20})
sim:addAction(Probe{quantity = "contact_energy", every = 20})
sim:addAction(Record{seconds = 0.03, fields = {"contact_force"}})
