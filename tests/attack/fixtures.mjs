// What attacks start from, made once: a scene, runs of it that nobody disturbed, and meshes in every format.
import fs from 'node:fs';
import path from 'node:path';
import { Site, bytes_in } from './site.mjs';

export const scene = `
sim = Simulation{steps = define("steps", 4000), time_step = 1e-4}
sim:addBody{name = "body", mesh = "cube", settings = {cells = define("cells", 2)}, density = define("density", 1200)}
sim:addAction(MassSpringForces{young = 3e5, shear = 1.04e5})
sim:addAction(Gravity(10))
sim:addAction(LeapFrog())
sim:addAction(Ground{level = -0.6})
sim:addAction(Probe{quantity = "lowest", every = 1})
sim:addAction(Probe{quantity = "kinetic_energy", every = 4})
sim:addAction(Record{every = define("every", 4)})
`;
export const run_words = (out, ...more) =>
  ['run', 'scene.lua', '-o', out, '--checkpoint', '0.02s', '--hash', '--json', ...more];
export const sweep_words = (out) =>
  ['sweep', 'scene.lua', '--vary', 'density=900:1300:100', '--vary', 'steps=300,400', '-o', out];

export const volume_formats = ['str', 'vertices', 'node', 'msh', 'mesh', 'vtk', 'vtu'];
export const surface_formats = ['obj', 'stl', 'ply', 'off', 'glb', 'gltf'];
export const formats = [...volume_formats, ...surface_formats];
const with_binary_form = ['msh', 'vtk', 'vtu', 'stl', 'ply'];

async function run_and_stop(site) {
  const enough = () => site.exists('stopped/checkpoint.bin') && bytes_in(site.path('stopped')) > 3e5;
  for (let steps = 40000; steps < 1e7; steps *= 4) {
    fs.rmSync(site.path('stopped'), { recursive: true, force: true });
    const words = run_words('stopped', '-D', `steps=${steps}`);
    const stopped = await site.attempt(words, { send: 'SIGTERM', when: enough });
    if (stopped.code === 143) return site.succeed(run_words('stopped_whole', '-D', `steps=${steps}`));
  }
  throw new Error('no run could be stopped on its way');
}

/** Paths and reports; an Error tells why the program cannot be attacked at all. */
export async function make_fixtures(folder, settings) {
  const site = new Site(folder, settings);
  site.write('scene.lua', scene);
  const whole = await site.succeed(run_words('whole'));
  const stopped = await run_and_stop(site);
  await site.succeed(['export', 'stopped', 'stopped.csv']);
  await site.succeed(['export', 'whole', 'whole.csv']);
  await site.succeed(['plot', 'whole', 'lowest', '-o', 'whole.svg']);
  await site.succeed(sweep_words('swept'));
  const meshes = [];
  fs.mkdirSync(site.path('meshes'));
  for (const format of formats) {
    const shape = volume_formats.includes(format) ? ['cube', 'cells=2'] : ['icosphere'];
    const mesh = `meshes/text.${format}`;
    await site.succeed(['mesh', ...shape, '-o', 'shape.vtu']);
    await site.succeed(['convert', 'shape.vtu', mesh, '--group', 'feet=above:0,0.1,0,0,-1,0']);
    meshes.push(mesh);
    if (!with_binary_form.includes(format)) continue;
    await site.succeed(['convert', 'shape.vtu', `meshes/binary.${format}`, '--binary']);
    meshes.push(`meshes/binary.${format}`);
  }
  return {
    folder: site.inside, meshes,
    whole: { hash: whole.json.bodies[0].hash, bytes: bytes_in(site.path('whole')) },
    stopped: { hash: stopped.json.bodies[0].hash },
    sweep_bytes: bytes_in(site.path('swept')),
    path: (name) => site.path(name),
    read: (name) => site.read(name),
    files_of: (mesh) => {
      const { dir, name } = path.parse(mesh);
      const family = { '.node': ['.node', '.ele', '.face'], '.vertices': ['.vertices', '.tetrahedra'] };
      const own = path.extname(mesh);
      return (family[own] ?? [own]).map((ending) => path.join(dir, name + ending))
        .filter((file) => site.exists(file));
    },
  };
}
