-- One end of a thin beam is moved up and down: waves run along it (E06 9.7.2).

local law = define("law", "MassSpringForces")

sim = Simulation{seconds = define("seconds", 2), time_step = define("h", 1e-4)}
sim:addBody{name = "beam", mesh = "beam", density = 1200,
            settings = {length = 2, height = 0.1, width = 0.1, cells = define("cells", 40)}}

sim:addAction(_G[law](3e6, 1e6))
sim:addAction(LeapFrog())
sim:addAction(Pin{group = "plane:-1,0,0,1,0,0", axes = "xz"})
sim:addAction(SineMovement{plane = 0, position = -1, direction = 1,
                           amplitude = 0.1, frequency = define("frequency", 3)})
sim:addAction(Probe{quantity = "position", group = "plane:1,0,0,1,0,0", name = "tip"})
sim:addAction(Record{seconds = 0.02})
