// Probes over time; those with the same unit share a plot. A line marks the time that is shown.
import { digitsFor, handyUnit, short, tickText, ticks, niceStep } from './numbers.js';

const hues = ['#4c7bf3', '#e8663d', '#1fa187', '#b25fd0', '#d99a1c', '#d6517d', '#5b9e2d', '#6f7f95'];
const margin = { right: 10, top: 8, bottom: 20 };
const font = '11px system-ui, sans-serif';

function grouped(curves) {
  const groups = new Map();
  for (const curve of curves) {
    // Positions of one point or parts of one force belong together; a dozen of others do not.
    const open = [...groups.values()].find((group) => group.unit === curve.unit && group.curves.length < 6);
    if (open) open.curves.push(curve);
    else groups.set(curve, { unit: curve.unit, curves: [curve] });
  }
  return [...groups.values()];
}

function rangeOf(curves) {
  let low = Infinity, high = -Infinity;
  for (const { values } of curves)
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  const width = high - low || Math.abs(high) * 0.1 || 1;
  return { low: low - 0.06 * width, high: high + 0.06 * width };
}

// The curve's value at a time, between its points.
function valueAt({ times, values }, time) {
  let low = 0, high = times.length - 1;
  if (time <= times[0]) return values[0];
  if (time >= times[high]) return values[high];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  const span = times[high] - times[low];
  return span > 0 ? values[low] + ((values[high] - values[low]) * (time - times[low])) / span : values[low];
}

class Plot {
  constructor(group, player, parent) {
    Object.assign(this, group);
    this.player = player;
    this.range = rangeOf(this.curves);
    this.handy = handyUnit(this.unit, Math.max(Math.abs(this.range.low), Math.abs(this.range.high)));
    this.build(parent);
  }

  build(parent) {
    const figure = document.createElement('figure');
    const caption = document.createElement('figcaption');
    this.readings = this.curves.map((curve, i) => {
      const item = document.createElement('span');
      item.className = 'reading';
      const key = document.createElement('i');
      key.style.background = hues[i % hues.length];
      const name = document.createElement('b');
      name.textContent = curve.name.replaceAll('_', ' ');
      const value = document.createElement('output');
      item.append(key, name, value);
      caption.append(item);
      return value;
    });
    this.canvas = document.createElement('canvas');
    this.canvas.setAttribute('aria-label', `${this.curves.map((curve) => curve.name).join(', ')} over time`);
    figure.append(caption, this.canvas);
    parent.append(figure);
    const seek = (event) => {
      const box = this.canvas.getBoundingClientRect();
      const part = (event.clientX - box.left - this.left) / (box.width - this.left - margin.right);
      const { start, end } = this.player.recording;
      this.player.seek(start + Math.min(1, Math.max(0, part)) * (end - start));
    };
    this.canvas.addEventListener('pointerdown', (event) => {
      this.player.play(false);
      this.canvas.setPointerCapture(event.pointerId);
      seek(event);
    });
    this.canvas.addEventListener('pointermove', (event) => event.buttons & 1 && seek(event));
  }

  // Axes and curves do not change with time; they are drawn once into a picture of their own.
  layOut(look, left) {
    this.left = left;
    const width = this.canvas.clientWidth, height = this.canvas.clientHeight;
    const ratio = Math.min(window.devicePixelRatio || 1, 3);
    if (width === 0) return;
    this.look = look;
    this.size = { width, height, ratio };
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const still = document.createElement('canvas');
    still.width = this.canvas.width;
    still.height = this.canvas.height;
    const pen = still.getContext('2d');
    pen.scale(ratio, ratio);
    this.drawAxes(pen);
    this.curves.forEach((curve, i) => this.drawCurve(pen, curve, hues[i % hues.length]));
    this.still = still;
    this.draw();
  }

  x(time) {
    const { start, end } = this.player.recording;
    const width = this.size.width - this.left - margin.right;
    return this.left + (end > start ? (time - start) / (end - start) : 0) * width;
  }

  y(value) {
    const { low, high } = this.range;
    return margin.top + (1 - (value - low) / (high - low)) * (this.size.height - margin.top - margin.bottom);
  }

  // Marks on the upright axis.
  heights() {
    const { factor } = this.handy;
    const low = this.range.low * factor, high = this.range.high * factor;
    return ticks(low, high, 4).map((tick) => ({ value: tick / factor, text: tickText(tick, niceStep(high - low, 4)) }));
  }

  widthOfMarks() {
    const pen = this.canvas.getContext('2d');
    pen.font = font;
    return Math.max(...this.heights().map(({ text }) => pen.measureText(text).width));
  }

  drawAxes(pen) {
    const { width, height } = this.size;
    pen.font = font;
    pen.fillStyle = this.look.muted;
    pen.strokeStyle = this.look.grid;
    pen.lineWidth = 1;
    pen.textAlign = 'right';
    pen.textBaseline = 'middle';
    const line = (x0, y0, x1, y1) => {
      pen.beginPath();
      pen.moveTo(Math.round(x0) + 0.5, Math.round(y0) + 0.5);
      pen.lineTo(Math.round(x1) + 0.5, Math.round(y1) + 0.5);
      pen.stroke();
    };
    for (const { value, text } of this.heights()) {
      line(this.left, this.y(value), width - margin.right, this.y(value));
      pen.fillText(text, this.left - 6, this.y(value));
    }
    const { start, end } = this.player.recording;
    pen.textBaseline = 'top';
    pen.textAlign = 'center';
    const step = niceStep(end - start || 1, 5);
    for (const tick of ticks(start, end, 5))
      if (this.x(tick) < width - 40) pen.fillText(tickText(tick, step), this.x(tick), height - 14);
    pen.textAlign = 'right';
    pen.fillText(`${short(end, Math.max(3, digitsFor(end, step / 10)))} s`, width - 4, height - 14);
  }

  drawCurve(pen, { times, values }, colour) {
    pen.save();
    pen.beginPath();
    pen.rect(this.left, 0, this.size.width - this.left - margin.right + 1, this.size.height);
    pen.clip();
    pen.strokeStyle = colour;
    pen.lineWidth = 1.75;
    pen.lineJoin = 'round';
    pen.beginPath();
    for (let i = 0; i < times.length; ++i) pen.lineTo(this.x(times[i]), this.y(values[i]));
    pen.stroke();
    pen.restore();
  }

  // With so many decimals that a thousandth of the plot's height shows.
  reading(value) {
    const step = ((this.range.high - this.range.low) * this.handy.factor) / 1000;
    if (Math.abs(value) < step / 2) return '0';
    if (Math.abs(value) >= 1e5 || step < 1e-6) return short(value, Math.max(4, digitsFor(value, step)));
    return value.toFixed(Math.max(0, -Math.floor(Math.log10(step)))).replace('-', '−');
  }

  draw() {
    const { time } = this.player;
    this.curves.forEach((curve, i) => {
      const { factor, unit } = this.handy;
      this.readings[i].textContent = `${this.reading(valueAt(curve, time) * factor)}${unit && ` ${unit}`}`;
    });
    if (!this.still) return;
    const pen = this.canvas.getContext('2d');
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.still, 0, 0);
    pen.scale(this.size.ratio, this.size.ratio);
    pen.strokeStyle = this.look.text;
    pen.globalAlpha = 0.7;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(this.x(time), margin.top);
    pen.lineTo(this.x(time), this.size.height - margin.bottom);
    pen.stroke();
    pen.globalAlpha = 1;
    this.curves.forEach((curve, i) => {
      pen.fillStyle = hues[i % hues.length];
      pen.strokeStyle = this.look.panel;
      pen.lineWidth = 2;
      pen.beginPath();
      pen.arc(this.x(time), this.y(valueAt(curve, time)), 4, 0, 2 * Math.PI);
      pen.stroke();
      pen.fill();
    });
  }
}

export class Plots {
  constructor(parent, recording, player) {
    this.plots = grouped(recording.curves).map((group) => new Plot(group, player, parent));
    player.addEventListener('time', () => (this.stale = true));
  }

  // All with the same axis of time, one above the other.
  layOut(look) {
    const left = 12 + Math.max(0, ...this.plots.map((plot) => plot.widthOfMarks()));
    for (const plot of this.plots) plot.layOut(look, left);
  }

  draw() {
    if (!this.stale) return;
    this.stale = false;
    for (const plot of this.plots) plot.draw();
  }
}
