// Scripts that want all the time or memory there is. Those without an end say "ready" and get a signal.
const endless = {
  loop: 'while true do end',
  protected_loop: 'while true do pcall(function() while true do end end) end',
  pattern: 'string.find(("a"):rep(200), ("a-"):rep(60) .. "b")',
  replacing: 'string.gsub(("a"):rep(5000), ("a*"):rep(12) .. "b", "")',
  words: 'for word in (("x"):rep(100000)):gmatch((".-"):rep(20) .. "y") do end',
  protected_pattern: 'while true do pcall(string.match, ("a"):rep(200), ("a-"):rep(60) .. "b") end',
  protected_recursion: 'local function f() pcall(f) f() end f()',  // doubles with every level
  sorting: 'local t = {} for i = 1, 1e6 do t[i] = i % 7 end while true do table.sort(t) end',
  concatenating: 'while true do local s = ("x"):rep(1e6):rep(20) end',
};

const tables = 'local t = {} ';
const finite = {
  strings_into_definitions: 'for i = 1, 100 do define("a" .. i, ("x"):rep(100000000)) end',
  strings_into_names: 'for i = 1, 100 do sim:addGroup(("x"):rep(100000000) .. i, "all") end',
  strings_into_probes:
    'for i = 1, 100 do sim:addAction(Probe{quantity = "lowest", name = ("x"):rep(50000000) .. i}) end',
  strings_into_selections: 'for i = 1, 100 do sim:addAction(Pin{group = "list:" .. ("1,"):rep(20000000)}) end',
  strings_into_errors: 'error(("x"):rep(100000000))',
  strings_printed: 'for i = 1, 5 do print(("x"):rep(1000000)) end',
  bodies: 'for i = 1, 3000 do sim:addBody{name = "b" .. i, mesh = "cube", settings = {cells = 20}} end',
  actions: 'for i = 1, 1e7 do sim:addAction(Gravity(i)) end',
  huge_table: tables + 'for i = 1, 1e9 do t[i] = {} end',
  huge_string: 'local s = ("x"):rep(1e12)',
  doubling: 'local s = "x" while true do s = s .. s end',
  recursion: 'local function f() return 1 + f() end f()',
  nested_table: tables + 'for i = 1, 1e6 do t = {t} end sim:addBody(t)',
  cyclic_table: tables + 't.mesh = t sim:addBody(t)',
  nested_pattern: 'string.find("x", ("("):rep(1e5))',
  deep_source: 'local x = ' + '('.repeat(5000) + '1' + ')'.repeat(5000),
  name_of_a_megabyte: 'sim:addBody{name = ("n"):rep(1000000), mesh = "cube", settings = {cells = 2}}',
  attribute_of_a_megabyte: 'sim[("n"):rep(1000000)] = 1',
  strange_name: 'sim:addAction(Probe{quantity = "lowest", name = "a,b\\"\\n\\0\\255"})',
  format: 'string.format("%" .. ("9"):rep(100) .. "d", 1)',
  wide_format: 'local s = string.format("%99.99f", 1e308)',
  packing: 'string.pack("s8", ("x"):rep(100000000))',
  metatable_of_strings: 'getmetatable("").__index = function() while true do end end',
  metatable: 'setmetatable(sim, {__index = function() error() end})',
  raw: 'rawset(sim, "addBody", nil) rawget(Simulation, 1)',
  finalizer: 'setmetatable({}, {__gc = function() os.exit(0) end})',
  closing: 'local x <close> = setmetatable({}, {__close = function() while true do end end})',
  coroutines: tables + 'for i = 1, 1e7 do t[i] = coroutine.create(function() coroutine.yield() end) end',
  bytecode: 'load("\\27Lua")()',
  debugging: 'debug.sethook()',
  error_object: 'error({})',
  error_nil: 'error(nil)',
  wrong_self: 'Simulation.addBody(1, 2)',
  no_number: 'sim:addAction(Gravity(0/0)) sim:addAction(Gravity(1e999))',
  steps_without_end: 'sim.steps = 1e300',
  negative_steps: 'sim.steps = -1',
  steps_of_all: 'sim.steps = math.maxinteger sim.time_step = 1e-300',
};

const around = (text) => `
sim = Simulation{steps = 10, time_step = 1e-4}
sim:addBody{name = "body", mesh = "cube", settings = {cells = 2}, density = 1200}
sim:addAction(MassSpringForces{young = 3e5, shear = 1.04e5})
sim:addAction(LeapFrog())
print("ready")
${text}
`;
const in_function = (text) =>
  around(`sim:addAction(Load{group = "all", force = function(t) ${text}\nreturn 0, 0, 0 end})`);
const ready = (outcome) => outcome.err.some((data) => data.includes('ready'));

export async function attack(site, random) {
  const within = random.chance(0.2) ? in_function : around;
  if (random.chance(0.4)) {
    site.write('scene.lua', within(endless[random.pick(Object.keys(endless))]));
    const send = random.pick(['SIGINT', 'SIGTERM', 'SIGHUP']);
    if (random.chance(0.8)) {
      await site.run(['run', 'scene.lua', '-o', 'out', '--json'], { send, when: ready });
      return;
    }
    const { code, err } = await site.run(['check', 'scene.lua', '--json', '--timeout', '1']);
    site.demand(code === 1, `check --timeout 1 of an endless script: exit code ${code}: ${err.trim().slice(0, 200)}`);
    return;
  }
  const name = random.pick(Object.keys(finite));
  site.write('scene.lua', within(finite[name]));
  const stop_long_runs = { send: 'SIGTERM', when: () => site.exists('out/probes.csv') };
  await site.run(['check', 'scene.lua', '--json']);
  await site.run(['run', 'scene.lua', '-o', 'out', '--json'], name.includes('steps') ? stop_long_runs : {});
}
