-- Blocks stand on each other. Each carries the weight of all above it.
--   pliant run scenes/contact/stack.lua -D count=10
--   pliant run scenes/contact/stack.lua -D large=0.0166    in large steps of so many seconds

local count, size = define("count", 5), 0.1  -- m
local gap = 0.006  -- m, at the start: more than the skin

sim = Simulation{seconds = define("seconds", 2)}
for i = 1, count do
  sim:addBody{name = "block" .. i, mesh = "cube", density = 1000,
              settings = {size = size, cells = define("cells", 2)},
              position = {0, (i - 1) * (size + gap), 0}}
end

sim:addAction(ElasticForces{young = define("young", 2e5), poisson = 0.3, damping_time = 0.002})
sim:addAction(Gravity())
sim:addAction(Ground())
sim:addAction(Friction(define("friction", 0.5)))
sim:addAction(Contact{friction = define("friction", 0.5), self = false})
local large = define("large", 0)
if large > 0 then
  sim:addAction(LargeSteps{step = large, tolerance = define("tolerance", 1e-3)})
end
for i = 2, count do
  sim:addAction(ContactForce{between = {"block" .. i, "block" .. (i - 1)}, name = "under" .. i})
end
sim:addAction(Probe{quantity = "kinetic_energy", every = 50})
sim:addAction(Record{seconds = 0.02, fields = {"contact_force"}})
