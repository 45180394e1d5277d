// The scale beside the colours.
import { cssAt, tableFor } from './colours.js';
import { handyUnit, niceStep, tickText, ticks } from './numbers.js';

const find = (id) => document.getElementById(id);

export function showLegend(colour) {
  find('legend').hidden = !colour;
  if (!colour) return;
  const { field, range } = colour;
  const { factor, unit } = handyUnit(field.unit, Math.max(Math.abs(range.low), Math.abs(range.high)));
  find('legend-name').textContent = unit ? `${field.name}, ${unit}` : field.name;
  drawBar(find('legend-bar'), tableFor(field.scale));
  const low = range.low * factor, high = range.high * factor;
  const marks = ticks(low, high, 3).map((tick) => {
    const mark = document.createElement('span');
    const first = tick < low + 0.02 * (high - low), last = tick > high - 0.02 * (high - low);
    mark.textContent = (range.less && first ? '≤ ' : range.more && last ? '≥ ' : '') + tickText(tick, niceStep(high - low, 3));
    mark.style.left = `${(100 * (tick - low)) / (high - low)}%`;
    return mark;
  });
  find('legend-ticks').replaceChildren(...marks);
}

function drawBar(canvas, table) {
  canvas.width = 256;
  canvas.height = 1;
  const pen = canvas.getContext('2d');
  for (let x = 0; x < 256; ++x) {
    pen.fillStyle = cssAt(table, x / 255);
    pen.fillRect(x, 0, 1, 1);
  }
}
