-- Two walls press soft things of many shapes together and let them go again.
--   pliant run scenes/contact/compactor.lua -D press=0.25

local seconds, press = define("seconds", 2.5), define("press", 0.2)  -- s; m that each wall comes in
local deep, wall = 0.36, 0.04  -- m
local half = 0.42

sim = Simulation{seconds = seconds}
local things = {
  {"ball", "sphere", {radius = 0.1, cells = 2}, {-0.24, 0.02, 0.02}},
  {"block", "cube", {size = 0.16, cells = 3}, {0.02, 0.02, -0.08}},
  {"ring", "torus", {radius = 0.095, tube = 0.035, cells = 2, around = 16}, {0.26, 0.02, 0}},
  {"tin", "cylinder", {radius = 0.07, height = 0.2, cells = 2}, {-0.02, 0.20, 0}},
  {"animal", "critter", {size = 0.2, tets = 600}, {0.22, 0.12, 0}},
  {"ball 2", "sphere", {radius = 0.08, cells = 2}, {-0.26, 0.24, 0}},
}
for _, thing in ipairs(things) do
  sim:addBody{name = thing[1], mesh = thing[2], settings = thing[3], position = thing[4], density = 1000}
end

sim:addAction(ElasticForces{young = define("young", 3e4), poisson = 0.3, damping_time = 0.005})
sim:addAction(Gravity())
sim:addAction(Ground())
local function come(side)
  return function(t)
    local way = press * math.sin(math.pi * math.max(0, t - 0.4) / (seconds - 0.4)) ^ 2
    return side * (half + wall / 2 - way), deep / 2, 0
  end
end
for side = -1, 1, 2 do
  sim:addAction(Box{size = {wall, deep, 0.4}, centre = come(side)})
  sim:addAction(Box{size = {2 * (half + wall), deep, wall}, centre = {0, deep / 2, side * (0.15 + wall / 2)}})
end
sim:addAction(Friction(0.3))
sim:addAction(Contact{friction = 0.3})
sim:addAction(Probe{quantity = "contact_energy", every = 50})
sim:addAction(Probe{quantity = "volume", every = 50})
sim:addAction(Record{seconds = 0.03, fields = {"contact_force"}})
