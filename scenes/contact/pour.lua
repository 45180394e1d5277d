-- Soft animals are poured into a box, a layer at a time.
--   pliant run scenes/contact/pour.lua -D count=20

local count, size = define("count", 100), 0.1  -- m
local wall, deep = 0.03, 0.35  -- m
local row = 3
local pitch = 1.25 * size
local half = row * pitch / 2 + 0.02

sim = Simulation{seconds = define("seconds", 2)}
local turns = {{0, 0, 0}, {20, 140, 60}, {-40, 70, 100}, {90, 30, 0}, {10, 200, -60}}
for i = 0, count - 1 do
  local layer, place = i // (row * row), i % (row * row)
  local x, z = place % row - (row - 1) / 2, place // row - (row - 1) / 2
  sim:addBody{name = "animal" .. (i + 1), mesh = "critter", density = 1000,
              settings = {size = size, tets = define("tets", 500)}, rotation = turns[i % 5 + 1],
              position = {x * pitch, 0, z * pitch}, lowest = 0.02 + layer * 1.5 * size}
end

sim:addAction(ElasticForces{young = define("young", 2e4), poisson = 0.4, damping_time = 0.0005})
sim:addAction(Gravity())
sim:addAction(Ground())
for _, side in ipairs{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} do
  local x, z = side[1], side[2]
  sim:addAction(Box{centre = {x * (half + wall / 2), deep / 2, z * (half + wall / 2)},
                    size = {x ~= 0 and wall or 2 * (half + wall), deep, z ~= 0 and wall or 2 * half}})
end
sim:addAction(Friction(0.3))
sim:addAction(Contact{friction = define("friction", 0.3), self = false})
sim:addAction(Probe{quantity = "kinetic_energy", every = 50})
sim:addAction(Probe{quantity = "contact_energy", every = 50})
sim:addAction(Record{seconds = 0.03})
