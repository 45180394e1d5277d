-- A cloth falls over a soft ball, folds and hangs down around it.
--   pliant run scenes/contact/cloth_on_ball.lua -D cells=40

local cells = define("cells", 24)

sim = Simulation{seconds = define("seconds", 1.5)}
sim:addBody{name = "ball", mesh = "sphere", density = 1000,
            settings = {radius = 0.2, cells = define("ball", 4)}, colour = "#c0562f"}
sim:addBody{name = "cloth", mesh = "cloth", position = {0, 0.43, 0},
            settings = {length = 0.8, width = 0.8, cells_x = cells, cells_z = cells}, colour = "#2f7dc0"}
sim:addGroup{name = "foot", low = {-1, -1, -1}, high = {1, 0.03, 1}, body = "ball"}

sim:addAction(ElasticForces{young = define("young", 1e5), poisson = 0.4, damping_time = 0.003, body = "ball"})
sim:addAction(ClothForces{stretching = 100, area = 100, bending = 0.1, density = 0.3, body = "cloth"})
sim:addAction(Gravity())
sim:addAction(Ground())
sim:addAction(Friction(0.3))
sim:addAction(Pin{group = "foot", body = "ball"})
sim:addAction(Contact{friction = define("friction", 0.3)})
sim:addAction(ContactForce{between = {"ball", "cloth"}})
sim:addAction(Record{seconds = 0.02})
