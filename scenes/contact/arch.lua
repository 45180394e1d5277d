-- A masonry arch of 25 blocks with the numbers of concrete stands by contact and friction alone.
--   pliant run scenes/contact/arch.lua -D seconds=1
--   pliant run scenes/contact/arch.lua -D friction=0.1     slides apart
--   pliant run scenes/contact/arch.lua -D large=0.01       in large steps of so many seconds

local blocks, friction = 25, define("friction", 0.5)
local angle = 180 / blocks  -- degrees; voussoir.node is one block about the x axis, from 0.85 to 1.15 m

sim = Simulation{seconds = define("seconds", 0.5)}
for i = 1, blocks do
  sim:addBody{name = "block" .. i, mesh = "voussoir.node", density = 2300, rotation = {0, 0, (i - 0.5) * angle},
              position = {0, define("above", 0.001), 0}, colour = i % 2 == 0 and "#b08d63" or "#8f7350"}
end

sim:addAction(ElasticForces{young = define("young", 2e10), poisson = 0.2, damping_time = define("damping_time", 2e-5)})
sim:addAction(Gravity())
sim:addAction(Ground())
sim:addAction(Friction(friction))
sim:addAction(Contact{friction = friction, self = false, thickness = 0.002})
local large = define("large", 0)
if large > 0 then
  sim:addAction(LargeSteps{step = large, tolerance = define("tolerance", 1e-3)})
end
sim:addAction(ContactForce{between = {"block13", "block12"}, name = "thrust", every = 500})
sim:addAction(Probe{quantity = "lowest", body = "block13", every = 500})
sim:addAction(Probe{quantity = "kinetic_energy", every = 500})
sim:addAction(Record{seconds = define("frames", 0.01), fields = {"contact_force"}})
