-- A mattress whose end is moved up and down, or that falls on a table and hangs over it (E06 9.7.3).
--   pliant run scenes/mattress.lua
--   pliant run scenes/mattress.lua -D table=true -o draped

local law = define("law", "MassSpringForces")
local young, shear = define("young", 2e5), define("shear", 7e4)

sim = Simulation{seconds = define("seconds", 2), time_step = define("h", 2e-4)}
sim:addBody{name = "mattress", mesh = "mattress", settings = {cells = define("cells", 20)},
            density = 300, position = {0, 1.05, 0}}

sim:addAction(_G[law](young, shear))
sim:addAction(LeapFrog())
sim:addAction(Gravity(10))
if define("table", false) then
  sim:addAction(GlobalDamping(0.999))
  sim:addAction(Tabletop{height = 1, length_x = 0.8, length_z = 0.8, thickness = 0.1})
  sim:addAction(Ground(0))
else
  sim:addAction(GlobalDamping(0.9998))
  sim:addAction(Pin{group = "box:-2,0,-2,-0.9,2,2", axes = "xz"})
  sim:addAction(Drive{group = "box:-2,0,-2,-0.9,2,2", axes = "y",
                      path = function(t) return 0, 0.15 * math.sin(2 * math.pi * 2 * t), 0 end})
end
sim:addAction(Probe{quantity = "lowest"})
sim:addAction(Record{seconds = 0.02})
