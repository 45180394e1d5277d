-- A beam of rubber with a hole, held at one end: gravity is turned on and it swings (E06 9.2).
--   pliant run scenes/hanging_beam.lua -D cells=4
--   pliant plot hanging_beam.run lowest -o lowest.svg

local law = define("law", "MassSpringForces")  -- any action that takes E and G in this order
local cells = define("cells", 6)               -- along the height
local young, shear = 3e6, 1e6                  -- Pa, rubber

sim = Simulation{seconds = define("seconds", 1.6), time_step = define("h", 1e-4)}
sim:addBody{name = "beam", mesh = "beam-with-hole", settings = {cells = cells},
            density = 1200, scale = 0.25}
sim:addGroup{name = "wall", point = {-0.5, 0, 0}, normal = {1, 0, 0}}

sim:addAction(_G[law](young, shear))
sim:addAction(Gravity(10))
sim:addAction(LeapFrog())
sim:addAction(Pin{group = "wall"})
sim:addAction(Probe{quantity = "lowest", every = 50})
sim:addAction(Probe{quantity = "reaction", group = "wall", name = "wall", every = 50})
sim:addAction(Record{seconds = 0.02, fields = {"volume_ratio"}})
