local k = define("k", 3)
sim = Simulation{seconds = 0.5 * k}
sim:addBody{name = "a", mesh = "cube", settings = {cells = 2}, material = "rubber"}
sim:addGroup{name = "top", point = {0, 1, 0}, normal = {0, 1, 0}, tolerance = 0.01}
sim:addGroup("half", "box:-1,-1,-1,1,0.5,1")
sim:addAction(DistanceSpring{stiffness = 10, damping = 0.1})
sim:addAction(VolumePreserve(5))
sim:addAction(Drive{group = "top", axes = "yz", path = function(t) return 0, t * k, 1 end})
sim:addAction(Load{group = "half", force = {0, -1, 0}, ramp = 0.1, seconds = 2})
sim:addAction(Pressure{group = "all", pressure = function(t) return 100 * t end})
sim:addAction(EventForces{{vertex = 1, step = 1, force = {0, 5, 0}}})
sim:addAction(Probe{quantity = "reaction", group = "top", name = "r", every = 1})
sim:addAction(CalculateFlux(1, 0.5))
sim:addAction(StopWhen{probe = "r.x", above = 1e9})
sim:addAction(Cut{point = {0, 0.5, 0}, normal = {0, 1, 0}, time = 1e-4})
local g = Gravity{strength = 9.81}
g.direction = {g.direction[1], -1, 0}
for i, name in ipairs({"x", "y"}) do print(name .. i, pcall(Gravity, name)) end
sim:addAction(g)
