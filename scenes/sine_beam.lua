-- One end of a thin beam is moved up and down: waves run along it (E06 9.7.2).
--   pliant run scenes/sine_beam.lua
--   pliant run scenes/sine_beam.lua -D length=4 -D cells=160

local law = define("law", "MassSpringForces")
local young = define("young", 3e6)  -- Pa
-- E = 3 G leaves a full stress tensor no Poisson's ratio below 0.5: it gets 0.45 instead.
local shear = define("shear", law == "MaterialForces3" and young / 2.9 or 1e6)

sim = Simulation{seconds = define("seconds", 2), time_step = define("h", 1e-4)}
local length = define("length", 2)  -- m
sim:addBody{name = "beam", mesh = "grid", density = 1200,
            settings = {length = length, height = define("height", 0.1), width = define("width", 0.1),
                        cells_x = define("cells", 40), cells_y = define("cells_y", 2),
                        cells_z = define("cells_z", 2), tets_per_cell = define("tets_per_cell", 6)}}

sim:addAction(_G[law](young, shear))
sim:addAction(LeapFrog())
sim:addAction(Pin{group = "plane:" .. -length / 2 .. ",0,0,1,0,0", axes = "xz"})
sim:addAction(SineMovement{plane = 0, position = -length / 2, direction = 1,
                           amplitude = 0.1, frequency = define("frequency", 3)})
sim:addAction(Probe{quantity = "position", group = "plane:" .. length / 2 .. ",0,0,1,0,0", name = "tip"})
sim:addAction(Record{seconds = 0.02})
