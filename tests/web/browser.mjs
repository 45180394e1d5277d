// Chromium with software rendering, and what its pictures show.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { decoded } from './png.mjs';

const folder = process.env.PLIANT_PAGES;
const { chromium } = createRequire(join(folder, 'none.js'))('playwright-core');

export const launch = (...more) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', ...more],
  });

export const address = (name) => pathToFileURL(join(folder, name)).href;

// A page that stands still until it is told to play; collects what must not happen.
export async function open(browser, name, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1000, height: 600 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
    ...options,
  });
  context.setDefaultTimeout(60000);
  const page = await context.newPage();
  page.troubles = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) page.troubles.push(message.text());
  });
  page.on('pageerror', (error) => page.troubles.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) page.troubles.push(`request for ${request.url().slice(0, 100)}`);
  });
  await page.goto(address(name));
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  return page;
}

// Two pictures later everything that was asked for is drawn.
export const drawn = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30)))));

// Waits until the camera has come to rest; while things move they may be drawn coarsely.
export async function picture(page) {
  await drawn(page);
  await page.waitForSelector('#canvas:not([data-moving])');
  let last = await pixels(page);
  for (let i = 0; i < 40; ++i) {
    const next = await pixels(page);
    if (changed(last, next) === 0) return next;
    last = next;
  }
  throw new Error('the picture does not come to rest');
}

// What the canvas shows, without the buttons over it.
export const pixels = async (page) => decoded(await page.screenshot({ clip: await middle(page), scale: 'css' }));

// The part of the canvas between the buttons above and the legend below.
export async function middle(page) {
  const box = await page.locator('#canvas').boundingBox();
  const legend = await page.locator('#legend').boundingBox();
  const top = 120, bottom = legend ? legend.y - 4 : box.y + box.height - 80;
  return { x: box.x, y: box.y + top, width: box.width, height: bottom - box.y - top };
}

export const colourOf = ({ data }, i) => [data[3 * i], data[3 * i + 1], data[3 * i + 2]];

const far = (a, b, i) =>
  Math.abs(a.data[3 * i] - b.data[3 * i]) +
    Math.abs(a.data[3 * i + 1] - b.data[3 * i + 1]) +
    Math.abs(a.data[3 * i + 2] - b.data[3 * i + 2]) >
  24;

// The part of the picture that differs.
export function changed(a, b) {
  let count = 0;
  for (let i = 0; i < a.width * a.height; ++i) count += far(a, b, i);
  return count / (a.width * a.height);
}

// Which pixels bodies cover: those that change when bodies are hidden, without faint shadows.
export async function silhouette(page) {
  const chips = page.locator('#bodies button');
  const shown = await picture(page);
  const toggle = async () => {
    for (let i = 0; i < (await chips.count()); ++i) await chips.nth(i).click();
    return picture(page);
  };
  const hidden = await toggle();
  await toggle();
  let count = 0, x = 0, y = 0;
  const inside = [];
  for (let i = 0; i < shown.width * shown.height; ++i) {
    const [r, g, b] = colourOf(shown, i);
    const grey = Math.max(r, g, b) - Math.min(r, g, b) < 16;
    if (!far(shown, hidden, i) || grey) continue;
    ++count;
    x += i % shown.width;
    y += Math.floor(i / shown.width);
    inside.push(i);
  }
  return { picture: shown, inside, area: count / (shown.width * shown.height), x: x / count, y: y / count };
}

// Mean colour of some pixels.
export function meanColour(shown, inside) {
  const sum = [0, 0, 0];
  for (const i of inside) colourOf(shown, i).forEach((part, k) => (sum[k] += part / inside.length));
  return sum;
}

export const scrub = (page, time) =>
  page.locator('#timeline').evaluate((slider, value) => {
    slider.value = value;
    slider.dispatchEvent(new Event('input'));
  }, time);

export const timeOf = async (page) => Number.parseFloat(await page.locator('#time').textContent());
