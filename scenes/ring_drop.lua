-- A soft ring, a quarter of it rigid, falls on a ball and from there to the ground, with friction.
--   pliant run scenes/ring_drop.lua -D friction=0

sim = Simulation{seconds = define("seconds", 3), time_step = 1 / 1000}
sim:addBody{name = "ring", mesh = "torus", density = 1000, position = {0.1, 1.2, 0},
            rotation = {20, 0, 10}, settings = {radius = 0.4, tube = 0.1, cells = 2, around = 32}}
sim:addGroup{name = "stone", low = {0.1, 0, 0}, high = {2, 3, 2}}

sim:addAction(SpectralSolid{modes = define("modes", 60), rigid = {"stone"}, young = 2e5,
                            poisson = 0.4, damping_time = 0.01})
sim:addAction(Gravity())
sim:addAction(Ground())
sim:addAction(Ball{centre = {-0.2, 0.4, 0}, radius = 0.4})
sim:addAction(Friction(define("friction", 0.5)))
sim:addAction(Probe{quantity = "lowest", every = 10})
sim:addAction(Probe{quantity = "volume", every = 10})
sim:addAction(Probe{quantity = "energy", every = 10})
sim:addAction(Record{seconds = 0.02})
