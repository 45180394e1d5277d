-- Two bodies fall beside each other, with all that a page can show.
sim = Simulation{seconds = 0.6}
sim:addBody{name = "<b onclick=x>ball", mesh = "sphere", material = "jelly",
            position = {-0.8, 1.2, 0}, forces = MassSpringForces{young = 3e4, poisson = 0.4}}
sim:addBody{name = "block", mesh = "cube", settings = {cells = 3}, density = 900,
            position = {0.8, 0.7, 0}, forces = MassSpringForces{young = 3e4, poisson = 0.4}}
sim:addAction(Gravity())
sim:addAction(Ground{level = 0})
sim:addAction(Probe{quantity = "lowest", body = "block", every = 5})
sim:addAction(Probe{quantity = "kinetic_energy", every = 5})
sim:addAction(Record{seconds = 0.02, fields = {"stress"}})
-- </script><script>window.hacked = true</script>
