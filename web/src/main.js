import { factsLine, fillAbout } from './about.js';
import { ColourChoice, bindBodies, bindKeys, bindTransport, bindView } from './controls.js';
import { setIcon } from './icons.js';
import { Player } from './player.js';
import { Plots } from './plots.js';
import { Recording } from './recording.js';
import { Stage } from './stage.js';
import { Theme } from './theme.js';

const find = (id) => document.getElementById(id);
const nextPicture = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

function say(text) {
  find('message').textContent = text;
  find('message').hidden = text === '';
}

async function readRecording() {
  const description = JSON.parse(find('description').textContent);
  find('title').textContent = description.title;
  await nextPicture();
  const recording = new Recording(description, find('numbers').textContent);
  find('numbers').remove();
  while (!recording.readOn(60)) {
    say(`Unpacking the recording… ${Math.round((100 * recording.read) / description.frames)} %`);
    await nextPicture();
  }
  return recording;
}

function makeStage(recording) {
  try {
    const stage = new Stage(find('canvas'), recording);
    say('');
    return stage;
  } catch (error) {
    say('This browser draws nothing in three dimensions: WebGL 2 is switched off or missing.');
    console.warn(error);
    return null;
  }
}

function start(recording, theme) {
  const player = new Player(recording);
  const stage = makeStage(recording);
  const colours = new ColourChoice(recording);
  const plots = new Plots(find('plots'), recording, player);
  document.body.classList.toggle('without-probes', recording.curves.length === 0);
  find('facts').textContent = factsLine(recording);
  fillAbout(find('about'), recording, stage?.gridSpacing);

  const layOut = () => {
    stage?.resize(find('view').clientWidth, find('view').clientHeight);
    plots.layOut(theme.look);
  };
  let stale = true;
  const refresh = () => (stale = true);
  const relook = () => {
    stage?.setLook(theme.look);
    layOut();
  };
  theme.addEventListener('change', relook);
  colours.addEventListener('change', refresh);
  player.addEventListener('time', refresh);
  bindTransport(player);
  bindBodies(recording, stage);
  bindView(stage, theme, layOut);
  bindKeys(player, colours);
  const observer = new ResizeObserver(layOut);
  observer.observe(find('view'));
  observer.observe(find('plots'));
  relook();

  const picture = (now) => {
    player.tick(now);
    if (stale) stage?.show(player.time, colours.now);
    stale = false;
    stage?.draw(now);
    plots.draw();
    document.documentElement.dataset.ready = '';
    requestAnimationFrame(picture);
  };
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) player.play();
  requestAnimationFrame(picture);
}

const theme = new Theme();
for (const holder of document.querySelectorAll('[data-icon]')) setIcon(holder, holder.dataset.icon);
readRecording()
  .then((recording) => start(recording, theme))
  .catch((error) => {
    say(`This recording cannot be shown: ${error.message}`);
    console.error(error);
  });
