-- A heavy, stiff ball falls on a mat that is held at its ends: a hundred times softer, it bends and carries it.
--   pliant run scenes/contact/sphere_on_mat.lua -D density=8000

local cells = define("cells", 16)

sim = Simulation{seconds = define("seconds", 0.6)}
sim:addBody{name = "mat", mesh = "grid", density = 1000,
            settings = {length = 1, width = 0.6, height = 0.04, cells_x = cells,
                        cells_z = math.ceil(0.6 * cells), cells_y = 1},
            forces = ElasticForces{young = 1e6, poisson = 0.4, damping_time = 0.002}}
sim:addBody{name = "ball", mesh = "sphere", density = define("density", 3000), position = {0, 0.06, 0},
            settings = {radius = 0.12, cells = define("ball", 4)},
            forces = ElasticForces{young = 1e8, poisson = 0.4, damping_time = 1e-4}}
sim:addGroup{name = "ends", low = {-1, -1, -1}, high = {-0.49, 1, 1}, body = "mat"}
sim:addGroup{name = "other ends", low = {0.49, -1, -1}, high = {1, 1, 1}, body = "mat"}

sim:addAction(Gravity())
sim:addAction(Pin{group = "ends", body = "mat"})
sim:addAction(Pin{group = "other ends", body = "mat"})
sim:addAction(Contact{friction = 0.4, self = false})
sim:addAction(ContactForce{between = {"ball", "mat"}, every = 100})
sim:addAction(Probe{quantity = "lowest", body = "ball", every = 100})
sim:addAction(Record{seconds = 0.01, fields = {"contact_force"}})
