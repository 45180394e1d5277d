-- A beam between two piers bends under its weight and falls asleep; a ball that rolls over it wakes it
-- (S07).
--   pliant run scenes/bridge.lua
--   pliant run scenes/bridge.lua --compare-full -o compared
--   pliant plot bridge.run active middle.y -o bridge.svg

local length, height, radius = 4, 0.25, 0.2  -- m
local press = define("press", 0.08)  -- m, how far down the ball comes in the middle
local start, crossing = define("start", 3), 2  -- s

sim = Simulation{seconds = define("seconds", 8)}
sim:addBody{name = "bridge", mesh = "beam", density = 1200,
            settings = {length = length, height = height, width = 0.5, cells = define("cells", 32)}}
sim:addGroup{name = "west", point = {-length / 2, 0, 0}, normal = {1, 0, 0}}
sim:addGroup{name = "east", point = {length / 2, 0, 0}, normal = {1, 0, 0}}

sim:addAction(MassSpringForces{young = define("young", 3e7), poisson = 0.4, damping_time = 0.001})
sim:addAction(LeapFrog())
sim:addAction(GlobalDamping(0.998))
sim:addAction(Gravity())
sim:addAction(Pin{group = "west"})
sim:addAction(Pin{group = "east"})
sim:addAction(Ball{radius = radius, centre = function(t)
  local part = math.max(0, math.min((t - start) / crossing, 1))
  return (part - 0.5) * length, height + radius + 0.01 - (press + 0.01) * math.sin(math.pi * part), 0
end})
sim:addAction(DynamicSelection:new{})
sim:addAction(Probe{quantity = "active", every = 100})
sim:addAction(Probe{quantity = "displacement", group = "nearest:0,0,0", name = "middle", every = 100})
sim:addAction(Record{seconds = 0.05, fields = {"active"}})
