-- A beam of rubber with a hole, held at one end: gravity is turned on and it swings (E06 9.2).
--   pliant run scenes/hanging_beam.lua -D cells=4
--   pliant run scenes/hanging_beam.lua -D mesh=/path/to/beam.node -D seconds=10
--   pliant plot hanging_beam.run lowest -o lowest.svg

local law = define("law", "MassSpringForces")  -- any action that takes E and G in this order
local mesh = define("mesh", "beam-with-hole")  -- 4 m by 1 m by 1 m
local scale = define("scale", 0.25)
local young = define("young", 3e6)  -- Pa
-- E = 3 G leaves a full stress tensor no Poisson's ratio below 0.5: it gets 0.45 instead.
local shear = define("shear", law == "MaterialForces3" and young / 2.9 or 1e6)

sim = Simulation{seconds = define("seconds", 1.6), time_step = define("h", 1e-4)}
sim:addBody{name = "beam", mesh = mesh, density = 1200, scale = scale,
            settings = mesh == "beam-with-hole" and {cells = define("cells", 6)} or {}}
sim:addGroup{name = "wall", point = {-2 * scale, 0, 0}, normal = {1, 0, 0}}

sim:addAction(_G[law](young, shear))
sim:addAction(Gravity(10))
sim:addAction(LeapFrog())
sim:addAction(Pin{group = "wall"})
sim:addAction(Probe{quantity = "lowest", every = 50})
sim:addAction(Probe{quantity = "reaction", group = "wall", name = "wall", every = 50})
sim:addAction(Record{seconds = 0.02, fields = {"volume_ratio"}})
