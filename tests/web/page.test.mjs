import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { changed, colourOf, drawn, launch, meanColour, open, picture, scrub, silhouette, timeOf } from './browser.mjs';

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

async function withPage(name, options, act) {
  const page = await open(browser, name, options);
  try {
    await act(page);
    assert.deepEqual(page.troubles, [], 'the console is clean and nothing is fetched');
  } finally {
    await page.context().close();
  }
}

const choose = (page, label) => page.selectOption('#colour', { label });

test('shows what the recording is', () =>
  withPage('page.html', {}, async (page) => {
    assert.equal(await page.title(), 'run');
    assert.equal(await page.textContent('#title'), 'run');
    assert.match(await page.textContent('#facts'), /vertices · .*tetrahedra · 31 frames · 0.6 s/);
    await page.keyboard.press('?');
    assert.match(await page.textContent('#about'), /sim:addAction\(Gravity/);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#about').isVisible(), false);
  }));

test('shows the bodies, which fall as time goes on', () =>
  withPage('page.html', {}, async (page) => {
    await choose(page, 'plain');
    const start = await silhouette(page);
    assert.ok(start.area > 0.03 && start.area < 0.6, `area ${start.area}`);
    await scrub(page, 0.35);
    assert.equal(await timeOf(page), 0.35);
    const later = await silhouette(page);
    assert.ok(later.y > start.y + 15, `fell from ${start.y} to ${later.y}`);
    assert.ok(later.area > 0.5 * start.area && later.area < 2 * start.area);
    // Two bodies in two colours.
    const reds = start.inside.filter((i) => colourOf(start.picture, i)[0] > colourOf(start.picture, i)[2] + 30);
    const greens = start.inside.filter((i) => colourOf(start.picture, i)[1] > colourOf(start.picture, i)[0] + 20);
    assert.ok(reds.length > 0.15 * start.inside.length, 'the ball');
    assert.ok(greens.length > 0.15 * start.inside.length, 'the block');
  }));

test('plays, pauses, loops and stops at the end', () =>
  withPage('page.html', {}, async (page) => {
    const label = () => page.getAttribute('#play', 'aria-label');
    assert.equal(await label(), 'Play');
    await page.keyboard.press('Space');
    assert.equal(await label(), 'Pause');
    await page.waitForFunction(() => Number.parseFloat(document.getElementById('time').textContent) > 0.02);
    await page.click('#play');
    const paused = await timeOf(page);
    await drawn(page);
    assert.equal(await timeOf(page), paused);
    // Around the end and on from the start, many times as fast.
    await page.selectOption('#speed', '1');
    await scrub(page, 0.55);
    await page.click('#play');
    await page.waitForFunction(() => Number.parseFloat(document.getElementById('time').textContent) < 0.5);
    await page.click('#loop');
    await page.waitForFunction(() => document.getElementById('play').getAttribute('aria-label') === 'Play');
    assert.equal(await timeOf(page), 0.6);
  }));

test('obeys keys', () =>
  withPage('page.html', {}, async (page) => {
    for (let i = 0; i < 3; ++i) await page.keyboard.press('ArrowRight');
    assert.equal(await timeOf(page), 0.06);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await timeOf(page), 0.04);
    await page.keyboard.press('End');
    assert.equal(await timeOf(page), 0.6);
    const speed = Number(await page.inputValue('#speed'));
    await page.keyboard.press('+');
    assert.ok(Number(await page.inputValue('#speed')) > speed);
    const colour = await page.inputValue('#colour');
    await page.keyboard.press('c');
    assert.notEqual(await page.inputValue('#colour'), colour);
    await page.keyboard.press('p');
    assert.equal(await page.locator('#plots').isVisible(), false);
  }));

test('turns, moves, zooms and goes back', () =>
  withPage('page.html', {}, async (page) => {
    await choose(page, 'plain');
    const start = await silhouette(page);
    const drag = async (button) => {
      await page.mouse.move(350, 320);
      await page.mouse.down({ button });
      await page.mouse.move(450, 300, { steps: 4 });
      await page.mouse.up({ button });
    };
    await drag('left');
    const turned = await picture(page);
    assert.ok(changed(start.picture, turned) > 0.02);
    await page.keyboard.press('r');
    assert.ok(changed(start.picture, await picture(page)) < 0.002);
    await drag('right');
    const moved = await silhouette(page);
    assert.ok(moved.x > start.x + 30, `moved from ${start.x} to ${moved.x}`);
    await page.click('#home');
    await page.mouse.move(350, 320);
    await page.mouse.wheel(0, -400);
    assert.ok((await silhouette(page)).area > 1.1 * start.area);
  }));

test('colours bodies by every field', () =>
  withPage('page.html', {}, async (page) => {
    await scrub(page, 0.5);
    const names = await page.locator('#colour option').allTextContents();
    assert.deepEqual(names, ['plain', 'von Mises stress', 'pressure', 'volume ratio', 'speed', 'displacement']);
    await choose(page, 'speed');
    const { inside } = await silhouette(page);
    const seen = [];
    for (const name of names) {
      await choose(page, name);
      seen.push(meanColour(await picture(page), inside));
      assert.equal(await page.locator('#legend').isVisible(), name !== 'plain');
      if (name !== 'plain') assert.match((await page.textContent('#legend-name')).toLowerCase(), RegExp(`^${name.toLowerCase()}`));
    }
    assert.match(await page.textContent('#legend-name'), /displacement, m?m$/);
    const distance = (a, b) => Math.hypot(...a.map((part, k) => part - b[k]));
    seen.forEach((colour, i) =>
      seen.slice(0, i).forEach((other, j) => assert.ok(distance(colour, other) > 4, `${names[i]} looks like ${names[j]}`)),
    );
    // Fast things are lighter than those at rest.
    const lightness = async (time) => {
      await choose(page, 'speed');
      await scrub(page, time);
      const shown = await silhouette(page);
      return meanColour(shown.picture, shown.inside)[1];
    };
    assert.ok((await lightness(0.34)) > (await lightness(0)) + 30);
  }));

test('draws mesh lines and hides bodies', () =>
  withPage('page.html', {}, async (page) => {
    await choose(page, 'plain');
    const plain = await picture(page);
    await page.click('#lines');
    const lined = await picture(page);
    const share = changed(plain, lined);
    assert.ok(share > 0.005 && share < 0.2, `share ${share}`);
    await page.click('#lines');
    await page.locator('#bodies button').first().click();
    assert.ok(changed(plain, await picture(page)) > 0.01);
  }));

test('marks where bodies touch', async () => {
  const orange = ({ data, width, height }) => {
    let count = 0;
    for (let i = 0; i < width * height; ++i)
      count += data[3 * i] > 220 && Math.abs(data[3 * i + 1] - 170) < 30 && data[3 * i + 2] < 80;
    return count;
  };
  await withPage('touching.html', {}, async (page) => {
    await choose(page, 'plain');
    assert.equal(await page.locator('#contacts').isVisible(), true);
    await scrub(page, 0.3);
    const without = orange(await picture(page));
    await page.keyboard.press('k');
    const marked = orange(await picture(page));
    assert.ok(marked > without + 100, `${without} became ${marked}`);
    if (process.env.PLIANT_PICTURES) await page.screenshot({ path: join(process.env.PLIANT_PICTURES, 'touching.png') });
    await scrub(page, 0);
    assert.ok(orange(await picture(page)) < without + 20, 'they are apart at first');
    await page.click('#contacts');
    await scrub(page, 0.3);
    assert.ok(orange(await picture(page)) < without + 20);
  });
  await withPage('page.html', {}, async (page) => {
    assert.equal(await page.locator('#contacts').isVisible(), false);
  });
});

test('is light or dark as the system is, or as the reader likes', () =>
  withPage('page.html', {}, async (page) => {
    const corner = async () => {
      const shown = await picture(page);
      return colourOf(shown, 20 * shown.width + 20)[0];
    };
    assert.ok((await corner()) > 200);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    assert.ok((await corner()) < 80);
    await page.keyboard.press('t');
    assert.ok((await corner()) > 200);
  }));

test('plots probes with the time, and is steered by them', () =>
  withPage('page.html', {}, async (page) => {
    assert.equal(await page.locator('#plots canvas').count(), 2);
    const reading = () => page.locator('.reading output').first().textContent();
    assert.equal(await reading(), '700.0 mm');
    const box = await page.locator('#plots canvas').first().boundingBox();
    await page.mouse.click(box.x + 0.7 * box.width, box.y + 60);
    const time = await timeOf(page);
    assert.ok(time > 0.3 && time < 0.45, `time ${time}`);
    await drawn(page);
    assert.notEqual(await reading(), '700.0 mm');
  }));

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('fits on a phone and obeys fingers', () =>
  withPage('page.html', phone, async (page) => {
    const view = await page.locator('#view').boundingBox(), plots = await page.locator('#plots').boundingBox();
    assert.ok(plots.y >= view.y + view.height, 'plots are below');
    assert.ok(view.width === 390 && view.height > 400);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await choose(page, 'plain');
    const start = await silhouette(page);
    assert.ok(start.area > 0.03, `area ${start.area}`);
    const touch = await page.context().newCDPSession(page);
    const send = (type, points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    await send('touchStart', [[150, 300]]);
    for (let x = 160; x <= 230; x += 10) await send('touchMove', [[x, 300]]);
    await send('touchEnd', []);
    assert.ok(changed(start.picture, await picture(page)) > 0.02, 'one finger turns');
    await page.click('#home');
    await send('touchStart', [[170, 300], [220, 300]]);
    for (let d = 5; d <= 40; d += 5) await send('touchMove', [[170 - d, 300], [220 + d, 300]]);
    await send('touchEnd', []);
    assert.ok((await silhouette(page)).area > 1.2 * start.area, 'two fingers zoom');
  }));

test('follows when a window becomes as narrow as a phone', () =>
  withPage('page.html', {}, async (page) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await choose(page, 'plain');
    assert.ok((await silhouette(page)).area > 0.03);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  }));

test('takes names for text', () =>
  withPage('evil.html', {}, async (page) => {
    assert.equal(await page.title(), '</title><script>window.hacked = true</script>');
    assert.equal(await page.textContent('#title'), '</title><script>window.hacked = true</script>');
    assert.equal(await page.locator('#bodies button').first().textContent(), '<b onclick=x>ball');
    await page.click('#ask');
    assert.match(await page.textContent('#about pre'), /<\/script><script>window.hacked/);
    assert.equal(await page.evaluate(() => window.hacked), undefined);
  }));

test('shows a single frame without probes', () =>
  withPage('bare.html', {}, async (page) => {
    assert.equal(await page.locator('#plots').isVisible(), false);
    assert.match(await page.textContent('#facts'), /1 frame/);
    await choose(page, 'plain');
    assert.ok((await silhouette(page)).area > 0.03);
    await page.keyboard.press('Space');
    assert.equal(await page.getAttribute('#play', 'aria-label'), 'Play');
  }));

test('says so when it is damaged', async () => {
  const folder = process.env.PLIANT_PAGES;
  const whole = readFileSync(join(folder, 'page.html'), 'utf8');
  const begin = whole.indexOf('>', whole.indexOf('id="numbers"')) + 1;
  writeFileSync(join(folder, 'damaged.html'), whole.slice(0, begin + 4000) + whole.slice(whole.indexOf('</script>', begin)));
  const page = await (await browser.newContext()).newPage();
  await page.goto(`file://${join(folder, 'damaged.html')}`);
  await page.waitForFunction(() => document.getElementById('message').textContent.startsWith('This recording cannot be shown'));
});

test('says so where there is no WebGL', async () => {
  const without = await launch('--disable-3d-apis');
  try {
    const page = await open(without, 'page.html');
    assert.match(await page.textContent('#message'), /WebGL 2 is switched off/);
    await scrub(page, 0.3);
    assert.equal(await timeOf(page), 0.3);
    assert.equal(await page.locator('#plots canvas').count(), 2);
  } finally {
    await without.close();
  }
});

test('surfaces have their own pictures and colours, until a field takes their place', () =>
  withPage('painted.html', {}, async (page) => {
    assert.equal(await page.inputValue('#colour'), '');
    await drawn(page);
    const parts = async () => {
      const shown = await picture(page);
      const all = Array.from({ length: shown.width * shown.height }, (_, i) => colourOf(shown, i));
      const count = (is) => all.filter((colour) => is(...colour)).length / all.length;
      return {
        red: count((r, g, b) => r > g + 60 && r > b + 60),
        green: count((r, g, b) => g > r + 40 && g > b + 40),
        blue: count((r, g, b) => b > r + 60 && b > g + 60),
      };
    };
    const own = await parts();
    for (const colour of ['red', 'green', 'blue']) assert.ok(own[colour] > 0.005, `${colour} ${own[colour]}`);
    await choose(page, 'speed');
    const field = await parts();
    assert.ok(field.red < 0.1 * own.red, `red ${field.red} of ${own.red}`);
  }));

test('a body that is cut falls apart', () =>
  withPage('cut.html', {}, async (page) => {
    // How far the coloured part of the picture reaches to each side, over its size.
    const extent = async () => {
      const shown = await picture(page);
      const low = [Infinity, Infinity], high = [-Infinity, -Infinity];
      for (let i = 0; i < shown.width * shown.height; ++i) {
        const [r, g, b] = colourOf(shown, i);
        if (Math.max(r, g, b) - Math.min(r, g, b) < 60) continue;
        [i % shown.width, Math.floor(i / shown.width)].forEach((place, axis) => {
          low[axis] = Math.min(low[axis], place);
          high[axis] = Math.max(high[axis], place);
        });
      }
      return { top: low[1], width: high[0] - low[0], height: high[1] - low[1] };
    };
    await scrub(page, 0.08);
    await drawn(page);
    const whole = await extent();
    await scrub(page, 0.4);
    await drawn(page);
    const parted = await extent();
    assert.ok(parted.height > 1.2 * whole.height, `${whole.height} to ${parted.height}`);
    assert.ok(Math.abs(parted.top - whole.top) < 0.1 * whole.height, `${whole.top} to ${parted.top}`);
    await scrub(page, 0.08);
    await drawn(page);
    assert.deepEqual(await extent(), whole);
    assert.match(await page.textContent('#facts'), /^\S+ vertices · /);
  }));
