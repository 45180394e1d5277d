-- A leg of soft flesh with two rigid bones inside and a soft knee between them, hanging from its hip.
-- The ankle is pulled back and up, so that the knee bends, and then let go (Y10 Figures 1 and 6).
--   pliant run scenes/leg.lua

local bend = define("bend", 0.9)  -- rad
local cells = define("cells", 32)  -- along the leg, 1 m

sim = Simulation{seconds = define("seconds", 3), time_step = 1 / 500}
sim:addBody{name = "leg", mesh = "grid", density = 1000,
            settings = {length = 0.25, height = 1, width = 0.25, cells_x = cells / 4,
                        cells_y = cells, cells_z = cells / 4, tets_per_cell = 5}}
local half = 0.0626
sim:addGroup{name = "thigh", low = {-half, 0.56, -half}, high = {half, 0.94, half}}
sim:addGroup{name = "shin", low = {-half, 0.06, -half}, high = {half, 0.44, half}}
sim:addGroup{name = "hip", point = {0, 1, 0}, normal = {0, 1, 0}}
sim:addGroup{name = "ankle", select = "nearest:0,0.0625,0"}

sim:addAction(SpectralSolid{modes = define("modes", 100), rigid = {"thigh", "shin"}, fixed = "hip",
                            young = 1e5, poisson = 0.4, damping_time = 0.02})
sim:addAction(Gravity())
sim:addAction(Drive{group = "ankle", seconds = 2, hold = false, path = function(t)
  local angle, shin = bend * math.min(t, 1), 0.4375  -- m from the knee to the ankle
  return shin * math.sin(angle), shin * (1 - math.cos(angle)), 0
end})
sim:addAction(Probe{quantity = "position", group = "ankle", every = 5})
sim:addAction(Probe{quantity = "volume", every = 5})
sim:addAction(Record{seconds = 0.02})
