sim = Simulation:new()
sim:setSaveSkip(4);
sim:setNumTimesteps(80001);
sim:setStepSize(0.0001)
sim:setStructure(Structure:new("cube",1200))
sim:addAction(ClearForces:new())
sim:addAction(Gravity:new(10.0))
sim:addAction(MassSpringForces:new(3000000.0,1000000.0))
sim:addAction(LeapFrog:new())
sim:addAction(Ground:new(0.0))
sim:addAction(GlobalDamping:new(0.99))
sim:addAction(SimpleVolumeConstraint:new())
sim:addAction(MoveSteady:new(1,0.0,2,0.0005,40000,true))
setupSimulation(sim)
