-- Two rollers draw a soft animal through the gap between them. E, nu, rho and friction are those that the field has for its
-- armadillo, which does not come along: -D mesh=FILE.
--   pliant run scenes/contact/rollers.lua -D gap=0.08
--   pliant run scenes/contact/rollers.lua -D mesh=armadillo.node -D seconds=3

local mesh, size = define("mesh", "critter"), define("size", 0.4)  -- m, of its longest side
local radius, gap, deep = 0.12, define("gap", 0.1), 0.4            -- m
local speed = define("speed", 3)                                   -- rad/s

sim = Simulation{seconds = define("seconds", 2.5)}
sim:addBody{name = "animal", mesh = mesh, density = 1000, size = size, lowest = 0.13,
            rotation = {0, define("turned", 0), 0}, position = {define("aside", 0), 0, 0},
            settings = mesh == "critter" and {tets = define("tets", 1500)} or {}}
for side = -1, 1, 2 do
  local name = side < 0 and "left roller" or "right roller"
  sim:addBody{name = name, mesh = "cylinder", density = 1000, settings = {radius = radius, height = deep, cells = define("cells", 3)},
              rotation = {90, 0, 0}, position = {side * (radius + gap / 2), 0, -deep / 2}, colour = "#7d8894"}
  -- All of it turns, whatever plane it lies in.
  sim:addAction(Rotate{body = name, plane = 2, tolerance = 1, speed = side * speed})
end

sim:addAction(ElasticForces{young = 1e5, poisson = 0.2, damping_time = 0.002})
sim:addAction(Gravity())
sim:addAction(Ground(-0.5))
sim:addAction(Friction(0.5))
sim:addAction(Contact{friction = define("friction", 0.5)})
sim:addAction(ContactForce{between = {"animal", "left roller"}, name = "left", every = 50})
sim:addAction(ContactForce{between = {"animal", "right roller"}, name = "right", every = 50})
sim:addAction(Probe{quantity = "lowest", body = "animal", every = 50})
sim:addAction(Record{seconds = 0.03, fields = {"contact_force"}})
