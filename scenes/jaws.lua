-- A soft head with two rigid jaws that open and snap shut, twice (Y10 Figure 7).
--   pliant run scenes/jaws.lua -D open=0.2

local open = define("open", 0.16)  -- m that each tip moves

sim = Simulation{seconds = define("seconds", 2), time_step = 1 / 500}
sim:addBody{name = "head", mesh = "jaws.obj", density = 1000, edge = define("edge", 0.04)}
sim:addGroup{name = "upper jaw", low = {0, 0.03, -1}, high = {1, 1, 1}}
sim:addGroup{name = "lower jaw", low = {0, -1, -1}, high = {1, -0.03, 1}}
sim:addGroup{name = "neck", low = {-1, -1, -1}, high = {-0.51, 1, 1}}

sim:addAction(SpectralSolid{modes = define("modes", 60), rigid = {"upper jaw", "lower jaw"}, boundary_nodes = 2,
                            fixed = "neck", young = 3e5, poisson = 0.4, damping_time = 0.01})
local function gape(sign)
  return function(t) return 0, sign * open * math.max(0, math.sin(2 * math.pi * t)) ^ 0.5, 0 end
end
sim:addAction(Drive{group = "nearest:0.6,0.08,0", axes = "yz", path = gape(1)})
sim:addAction(Drive{group = "nearest:0.56,-0.08,0", axes = "yz", path = gape(-1)})
sim:addAction(Probe{quantity = "position", group = "nearest:0.6,0.08,0", name = "upper", every = 5})
sim:addAction(Probe{quantity = "position", group = "nearest:0.56,-0.08,0", name = "lower", every = 5})
sim:addAction(Probe{quantity = "volume", every = 5})
sim:addAction(Record{seconds = 0.02})
