-- After a second of rest two round tools massage a mattress whose underside is held: one presses, the
-- other rolls to and fro. What they move by less than two millimetres sleeps (S07).
--   pliant run scenes/massage.lua
--   pliant run scenes/massage.lua --compare-full -o compared

local top, depth = 0.2, define("depth", 0.02)  -- m

sim = Simulation{seconds = define("seconds", 4)}
sim:addBody{name = "mattress", mesh = "mattress", density = 300, settings = {cells = define("cells", 32)}}
sim:addGroup{name = "underside", point = {0, 0, 0}, normal = {0, 1, 0}}

sim:addAction(MassSpringForces{young = define("young", 1e5), shear = 3.5e4, damping_time = 0.03})
sim:addAction(LeapFrog())
sim:addAction(Pin{group = "underside"})

local function after(t) return math.max(0, t - 1) end
sim:addAction(Ball{radius = 0.12, centre = function(t)
  return -0.6, top + 0.12 - depth * math.sin(math.pi * after(t)) ^ 2, -0.2
end})
local function roll(t, z)
  return 0.3 + 0.3 * math.sin(2 * after(t)), top + 0.06 - depth * math.min(after(t), 1), z
end
sim:addAction(Capsule{radius = 0.06, from = function(t) return roll(t, -0.2) end,
                      to = function(t) return roll(t, 0.2) end})

sim:addAction(DynamicSelection{tolerance = define("tolerance", 0.002)})
sim:addAction(Probe{quantity = "active", every = 50})
sim:addAction(Record{seconds = 0.02, fields = {"active"}})
