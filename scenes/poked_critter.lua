-- A ball pokes an animal in the side now and then. What rests in between sleeps (S07).
--   pliant run scenes/poked_critter.lua
--   pliant run scenes/poked_critter.lua --compare-full
--   pliant render poked_critter.run -o awake.mp4 --field active

local rest, poke, depth = 2, 0.5, define("depth", 0.03)  -- s, s, m
local radius, side = 0.03, 0.06  -- m; the animal's side is at x = 0.06

-- Out of the side, in and out again, then still.
local function reach(t)
  t = t % (rest + poke) - rest
  return t < 0 and 0 or (1 - math.cos(2 * math.pi * t / poke)) / 2
end

sim = Simulation{seconds = define("seconds", 7)}
sim:addBody{name = "animal", mesh = "critter", density = 1200, settings = {tets = define("tets", 3000)}}
sim:addGroup{name = "feet", low = {-1, -1, -1}, high = {1, 0.02, 1}}

sim:addAction(MassSpringForces{young = define("young", 1e5), shear = 3.5e4, damping_time = 0.002})
sim:addAction(EulerCromer())
sim:addAction(GlobalDamping(0.998))
sim:addAction(Pin{group = "feet"})
sim:addAction(Ball{radius = radius, centre = function(t)
  return side + 1.2 * radius - (depth + 0.2 * radius) * reach(t), 0.14, 0.06
end})
sim:addAction(DynamicSelection:new{})
sim:addAction(Probe{quantity = "active", every = 50})
sim:addAction(Probe{quantity = "kinetic_energy", every = 50})
sim:addAction(Record{seconds = 0.02, fields = {"active"}})
