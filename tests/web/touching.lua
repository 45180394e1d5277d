-- A cube falls on another, with what a page needs to mark where they touch.
sim = Simulation{seconds = 0.3}
for i, name in ipairs{"lower", "upper"} do
  sim:addBody{name = name, mesh = "cube", density = 1000, settings = {size = 0.1, cells = 3},
              position = {0, (i - 1) * 0.2, 0},
              forces = ElasticForces{young = 2e5, poisson = 0.3, damping_time = 0.005}}
end
sim:addAction(Gravity())
sim:addAction(Ground())
sim:addAction(Record{seconds = 0.02, fields = {"contact_force"}})
