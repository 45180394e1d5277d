-- A loose knot in a soft rod is pulled tight by its ends.
--   pliant run scenes/contact/knot.lua -D pull=0.8

local seconds, pull = define("seconds", 2), define("pull", 0.6)  -- s; m that each end goes

sim = Simulation{seconds = seconds}
sim:addBody{name = "rod", mesh = "knot.obj", density = 1000, edge = define("edge", 0.03)}
sim:addGroup{name = "left", low = {-2, -1, -1}, high = {-0.62, 1, 1}}
sim:addGroup{name = "right", low = {0.62, -1, -1}, high = {2, 1, 1}}

sim:addAction(ElasticForces{young = define("young", 2e5), poisson = 0.4, damping_time = 0.003})
local function go(sign)
  return function(t) return sign * pull * t / seconds, 0, 0 end
end
sim:addAction(Drive{group = "left", path = go(-1)})
sim:addAction(Drive{group = "right", path = go(1)})
sim:addAction(Contact{friction = define("friction", 0.2)})
sim:addAction(Probe{quantity = "reaction", group = "right", every = 50})
sim:addAction(Record{seconds = 0.03, fields = {"contact_force"}})
