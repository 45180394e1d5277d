-- A surface with materials and a picture, filled and dropped.
sim = Simulation{seconds = 0.1}
sim:addBody{name = "cube", mesh = "painted.obj", density = 900, tetrahedra = 200, position = {0, 0.2, 0},
            forces = MassSpringForces{young = 1e5, poisson = 0.3}}
sim:addAction(Gravity())
sim:addAction(Record{seconds = 0.05})
