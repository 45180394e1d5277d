-- A bar whose far half is rigid, fixed at its soft end: the rigid end is turned about the bar's axis, then
-- let go, and swings (Y10 Figures 2 and 3).
--   pliant run scenes/hybrid_bar.lua -D turns=0.5
--   pliant run scenes/hybrid_bar.lua -D boundary=warped     (10), which shakes

local turns, turning = define("turns", 0.25), 1.0  -- s
local h = define("h", 1 / 500)

sim = Simulation{seconds = define("seconds", 3), time_step = h}
sim:addBody{name = "bar", mesh = "grid", density = 1000,
            settings = {length = 1.6, height = 0.2, width = 0.2, cells_x = define("cells", 16),
                        cells_y = 2, cells_z = 2, tets_per_cell = 5}}
sim:addGroup{name = "wall", point = {-0.8, 0, 0}, normal = {1, 0, 0}}
sim:addGroup{name = "far half", low = {-1e-6, -1, -1}, high = {1, 1, 1}}

sim:addAction(SpectralSolid{modes = define("modes", 50), rigid = {"far half"}, fixed = "wall",
                            young = 2e6, poisson = 0.4, damping_time = 0.01,
                            boundary = define("boundary", "linear")})
sim:addAction(Gravity())
sim:addAction(Rotate{plane = 0, position = 0.8, speed = 2 * math.pi * turns / turning,
                     steps = math.floor(turning / h + 0.5)})
sim:addAction(Probe{quantity = "position", group = "plane:0.8,0,0,1,0,0", name = "tip", every = 5})
sim:addAction(Probe{quantity = "volume", every = 5})
sim:addAction(Probe{quantity = "elastic_energy", every = 5})
sim:addAction(Record{seconds = 0.02})
