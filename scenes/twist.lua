-- A cube stands on glue; its top is turned slowly, then let go (E06 9.7.1).
--   pliant run scenes/twist.lua -D turns=0.25
--   pliant run scenes/twist.lua -D mesh=/path/to/cube.node

local law = define("law", "MassSpringForces")
local mesh = define("mesh", "cube")  -- 0 to 1 along y
local turns, turning = define("turns", 0.2), define("turning", 1.0)  -- s
local h = define("h", 1e-4)
local young = define("young", 3e6)  -- Pa
-- E = 3 G leaves a full stress tensor no Poisson's ratio below 0.5: it gets 0.45 instead.
local shear = define("shear", law == "MaterialForces3" and young / 2.9 or 1e6)

sim = Simulation{seconds = turning + define("wobbling", 1.0), time_step = h}
sim:addBody{name = "cube", mesh = mesh, density = 1200,
            settings = mesh == "cube" and {cells = define("cells", 5), tets_per_cell = 5} or {}}
sim:addGroup{name = "bottom", point = {0, 0, 0}, normal = {0, 1, 0}}
sim:addGroup{name = "top", point = {0, 1, 0}, normal = {0, 1, 0}}

sim:addAction(_G[law](young, shear))
sim:addAction(LeapFrog())
sim:addAction(GlobalDamping(0.9995))
sim:addAction(Pin{group = "bottom"})
sim:addAction(Rotate{plane = 1, position = 1, speed = 2 * math.pi * turns / turning,
                     steps = math.floor(turning / h + 0.5)})
sim:addAction(Probe{quantity = "displacement", group = "nearest:0.5,1,0.5", name = "corner"})
sim:addAction(Record{seconds = 0.02})
