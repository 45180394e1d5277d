-- A cube that is held at its left side; where it is cut, the right part falls off.
sim = Simulation{seconds = 0.5}
sim:addBody{name = "cube", mesh = "painted.obj", density = 900, tetrahedra = 400,
            forces = ElasticForces{young = 1e6, poisson = 0.3}}
sim:addAction(Gravity())
sim:addAction(Pin{group = "plane:0,0,0,1,0,0"})
sim:addAction(Cut{point = {0.5, 0, 0}, normal = {1, 0, 0}, time = 0.1})
sim:addAction(Record{seconds = 0.02})
