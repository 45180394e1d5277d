// Buttons, lists and keys around the scene.
import { cssOf, plainColour } from './colours.js';
import { Sampler, fieldsOf, rangeOf } from './fields.js';
import { setIcon } from './icons.js';
import { showLegend } from './legend.js';
import { short } from './numbers.js';

const find = (id) => document.getElementById(id);

function addOption(list, value, text) {
  const option = document.createElement('option');
  option.value = value;
  option.textContent = text;
  list.append(option);
}

const press = (button, pressed) => button.setAttribute('aria-pressed', String(pressed));

// Colours of the bodies: none, or those of a field.
export class ColourChoice extends EventTarget {
  constructor(recording) {
    super();
    this.recording = recording;
    this.fields = fieldsOf(recording);
    this.known = new Map();
    this.list = find('colour');
    addOption(this.list, '', 'plain');
    this.fields.forEach((field, number) => addOption(this.list, number, field.name));
    // What was recorded on purpose is shown first, but for bodies that have looks of their own.
    const dressed = recording.wholes.some((body) => body.runs);
    const usual = ['von Mises stress', 'speed', 'displacement'];
    const first = usual.map((name) => this.fields.findIndex((field) => field.name === name)).find((n) => n >= 0);
    this.list.value = recording.times.length > 1 && !dressed ? first : '';
    this.list.addEventListener('change', () => this.update());
    this.update();
  }

  update() {
    this.now = this.list.value === '' ? null : this.colourFor(this.fields[this.list.value]);
    showLegend(this.now);
    this.dispatchEvent(new Event('change'));
  }

  colourFor(field) {
    if (!this.known.has(field))
      this.known.set(field, { field, sampler: new Sampler(field), range: rangeOf(this.recording, field) });
    return this.known.get(field);
  }

  next() {
    this.list.selectedIndex = (this.list.selectedIndex + 1) % this.list.options.length;
    this.update();
  }
}

export function bindTransport(player) {
  const timeline = find('timeline'), speed = find('speed');
  const { start, end } = player.recording;
  timeline.min = start;
  timeline.max = end;
  timeline.disabled = end === start;
  timeline.addEventListener('input', () => {
    player.play(false);
    player.seek(Number(timeline.value));
  });
  for (const value of player.speeds) addOption(speed, value, `${short(value)}×`);
  speed.addEventListener('change', () => player.setSpeed(Number(speed.value)));
  find('play').addEventListener('click', () => player.play(!player.playing));
  find('loop').addEventListener('click', () => player.setLoop(!player.loop));
  const decimals = Math.min(6, Math.max(0, 3 - Math.ceil(Math.log10(end - start || 1))));
  const tell = () => {
    timeline.value = player.time;
    timeline.style.setProperty('--done', `${(100 * (player.time - start)) / (end - start || 1)}%`);
    find('time').textContent = `${player.time.toFixed(decimals)} s`;
  };
  const tellState = () => {
    setIcon(find('play').firstElementChild, player.playing ? 'pause' : 'play');
    find('play').setAttribute('aria-label', player.playing ? 'Pause' : 'Play');
    press(find('loop'), player.loop);
    speed.value = player.speed;
  };
  player.addEventListener('time', tell);
  player.addEventListener('state', tellState);
  tell();
  tellState();
}

export function bindBodies(recording, stage) {
  const { wholes } = recording;
  if (wholes.length < 2) return;
  wholes.forEach((body) => {
    const chip = document.createElement('button');
    chip.type = 'button';
    const dot = document.createElement('i');
    dot.style.background = cssOf(plainColour(body));
    const name = document.createElement('span');
    name.textContent = body.name;
    chip.append(dot, name);
    press(chip, true);
    chip.addEventListener('click', () => {
      const visible = chip.getAttribute('aria-pressed') !== 'true';
      press(chip, visible);
      stage?.setVisible(body.number, visible);
    });
    find('bodies').append(chip);
  });
}

export function bindView(stage, theme, relayout) {
  const toggle = (button, act) => {
    button.addEventListener('click', () => {
      const pressed = button.getAttribute('aria-pressed') !== 'true';
      press(button, pressed);
      act(pressed);
    });
  };
  toggle(find('lines'), (on) => stage?.setLines(on));
  toggle(find('contacts'), (on) => stage?.setContacts(on));
  find('contacts').hidden = !stage?.contacts;
  toggle(find('panel'), (on) => {
    document.body.classList.toggle('without-plots', !on);
    relayout();
  });
  find('home').addEventListener('click', () => stage?.showAll());
  find('theme').addEventListener('click', () => theme.toggle());
  find('ask').addEventListener('click', () => find('about').showModal());
}

export function bindKeys(player, colours) {
  const faster = (by) => {
    const at = player.speeds.indexOf(player.speed) + by;
    if (at >= 0 && at < player.speeds.length) player.setSpeed(player.speeds[at]);
  };
  const click = (id) => () => find(id).click();
  const actions = {
    ' ': click('play'),
    ArrowLeft: () => player.stepFrames(-1),
    ArrowRight: () => player.stepFrames(1),
    Home: () => player.seek(player.recording.start),
    End: () => player.seek(player.recording.end),
    '-': () => faster(-1),
    '+': () => faster(1),
    '=': () => faster(1),
    l: click('loop'),
    c: () => colours.next(),
    w: click('lines'),
    k: () => find('contacts').hidden || find('contacts').click(),
    r: click('home'),
    p: click('panel'),
    t: click('theme'),
    '?': click('ask'),
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || find('about').open) return;
    if (event.target.closest?.('select') && event.key !== '?') return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
