// What this is, and which keys it knows. All words of a recording are set as text, never as HTML.
import { counted, short } from './numbers.js';
import { icon } from './icons.js';
import { firstShapes } from './recording.js';

const keys = [
  ['space', 'play or pause'],
  ['← →', 'one frame back or on'],
  ['Home End', 'start or end'],
  ['− +', 'slower or faster'],
  ['L', 'again and again'],
  ['C', 'next colours'],
  ['W', 'mesh lines'],
  ['K', 'contacts, where they were recorded'],
  ['R', 'whole view'],
  ['P', 'plots'],
  ['T', 'light or dark'],
  ['?', 'this'],
];

function made(tag, text, ...children) {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  element.append(...children);
  return element;
}

const sum = (bodies, name) => firstShapes(bodies).reduce((total, body) => total + body[name], 0);

export function factsLine({ about, start, end }) {
  const tetrahedra = sum(about.bodies, 'tetrahedra');
  const parts = [`${counted(sum(about.bodies, 'vertices'))} vertices`];
  if (tetrahedra > 0) parts.push(`${counted(tetrahedra)} tetrahedra`);
  parts.push(`${counted(about.frames)} ${about.frames === 1 ? 'frame' : 'frames'}`, `${short(end - start)} s`);
  return parts.join(' · ');
}

function facts(recording, gridSpacing) {
  const { about } = recording;
  const table = made('dl');
  const row = (name, value) => table.append(made('dt', name), made('dd', value));
  for (const body of firstShapes(about.bodies))
    row(
      body.name,
      `${counted(body.vertices)} vertices, ` +
        (body.tetrahedra > 0 ? `${counted(body.tetrahedra)} tetrahedra, ` : '') +
        (body.triangles > 0 ? `${counted(body.triangles)} triangles shown` : `${counted(body.shown)} vertices shown`) +
        `, exact to ${short((body.grid / 2) * 1000, 2)} mm`,
    );
  const left = about.frames < about.recordedFrames ? ` of ${counted(about.recordedFrames)} recorded` : '';
  row('frames', `${counted(about.frames)}${left}`);
  row('time', `${short(recording.start)} s to ${short(recording.end)} s`);
  if (about.timeStep > 0) row('time step', `${short(about.timeStep * 1000)} ms`);
  if (gridSpacing) row('floor', `lines every ${short(gridSpacing)} m`);
  if (about.program) row('made with', about.program);
  return table;
}

export function fillAbout(dialog, recording, gridSpacing) {
  const close = made('button', '', icon('close'));
  close.className = 'close';
  close.setAttribute('aria-label', 'Close');
  close.addEventListener('click', () => dialog.close());
  const list = made('dl');
  list.className = 'keys';
  for (const [key, meaning] of keys) {
    const term = made('dt');
    term.append(...key.split(' ').map((one) => made('kbd', one)));
    list.append(term, made('dd', meaning));
  }
  dialog.append(
    close,
    made('h2', recording.about.title),
    facts(recording, gridSpacing),
    made('h3', 'Keys'),
    list,
    made('p', 'Drag to turn; right button or two fingers to move; wheel or pinch to zoom.'),
  );
  if (recording.about.scene) {
    const details = made('details', '', made('summary', 'The scene'), made('pre', recording.about.scene));
    dialog.append(details);
  }
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
}
