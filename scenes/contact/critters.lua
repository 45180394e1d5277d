-- Two soft animals are thrown at each other, meet in the air and fall on each other.
--   pliant run scenes/contact/critters.lua -D speed=6
--   pliant view scenes/contact/critters.lua

local speed, tets = define("speed", 4), define("tets", 1500)

sim = Simulation{seconds = define("seconds", 1.5)}
for side = -1, 1, 2 do
  local left = side < 0
  sim:addBody{name = left and "left" or "right", mesh = "critter", density = 1000,
              settings = {tets = tets}, position = {0.5 * side, 0.25, 0.02 * side},
              rotation = {0, left and 90 or -90, 0}, velocity = {-speed * side, 1.5, 0},
              colour = left and "#c0562f" or "#2f7dc0"}
end

sim:addAction(ElasticForces{young = define("young", 1e5), poisson = 0.4, damping_time = 0.002})
sim:addAction(Gravity())
sim:addAction(Ground())
sim:addAction(Friction(0.5))
sim:addAction(Contact{friction = define("friction", 0.5)})
sim:addAction(ContactForce{between = {"left", "right"}})
sim:addAction(Probe{quantity = "momentum", every = 50})
sim:addAction(Probe{quantity = "energy", every = 50})
sim:addAction(Record{seconds = 0.02, fields = {"contact_force"}})
