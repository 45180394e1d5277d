// node picture.mjs PLAYWRIGHT PAGE.html OUT.jpg: how a page looks on a desk and, in the dark, on a phone.
// PLAYWRIGHT is a folder with node_modules/playwright-core; scripts/page-picture.sh calls this.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, file, out] = process.argv.slice(2);
const { chromium } = createRequire(join(resolve(modules), 'none.js'))('playwright-core');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
});

async function shot(time, colour, options) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await page.goto(pathToFileURL(resolve(file)).href);
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  await page.selectOption('#colour', { label: colour });
  await page.locator('#timeline').evaluate((slider, value) => {
    slider.value = value;
    slider.dispatchEvent(new Event('input'));
  }, time);
  await page.waitForTimeout(1000);
  const png = await page.screenshot();
  await context.close();
  return `data:image/png;base64,${png.toString('base64')}`;
}

const desk = await shot(0.3, 'speed', { viewport: { width: 1180, height: 720 }, colorScheme: 'light' });
const phone = await shot(0.21, 'volume ratio', {
  viewport: { width: 390, height: 800 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  colorScheme: 'dark',
});
const page = await browser.newPage({ viewport: { width: 1280, height: 620 } });
await page.setContent(`<body style="margin:0;background:#fff;display:flex;gap:24px;align-items:center;justify-content:center;height:620px">
  <img src="${desk}" style="height:572px;border-radius:10px;box-shadow:0 4px 24px #0003">
  <img src="${phone}" style="height:572px;border-radius:22px;box-shadow:0 4px 24px #0005">`);
await page.screenshot({ path: out, quality: 88 });
await browser.close();
