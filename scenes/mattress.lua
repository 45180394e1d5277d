-- A mattress whose end is moved up and down, or that falls on a table and hangs over it (E06 9.7.3).
--   pliant run scenes/mattress.lua
--   pliant run scenes/mattress.lua -D table=true -o draped
--   pliant run scenes/mattress.lua -D young=3e6 -D shear=1e6 -D density=1200 -D size=2     rubber

local law = define("law", "MassSpringForces")
local young, shear = define("young", 2e5), define("shear", 7e4)
local size = define("size", 1)  -- times 2 m by 1.4 m

sim = Simulation{seconds = define("seconds", 2), time_step = define("h", 2e-4)}
sim:addBody{name = "mattress", mesh = "mattress", density = define("density", 300), scale = size,
            settings = {cells = define("cells", 20), height = define("height", 0.2)},
            position = {0, 1.05, 0}}

sim:addAction(_G[law](young, shear))
sim:addAction(LeapFrog())
sim:addAction(Gravity(10))
if define("table", false) then
  sim:addAction(GlobalDamping(0.999))
  sim:addAction(Tabletop{height = 1, length_x = 0.8 * size, length_z = 0.8 * size, thickness = 0.1})
  sim:addAction(Ground(0))
else
  sim:addAction(GlobalDamping(0.9998))
  local far = 2 * size
  sim:addGroup{name = "end", low = {-far, 0, -far}, high = {-0.9 * size, far, far}}
  sim:addAction(Pin{group = "end", axes = "xz"})
  sim:addAction(Drive{group = "end", axes = "y",
                      path = function(t) return 0, 0.15 * size * math.sin(2 * math.pi * 2 * t), 0 end})
end
sim:addAction(Probe{quantity = "lowest"})
sim:addAction(Record{seconds = 0.02})
