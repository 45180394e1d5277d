// Colour scales made in OKLab (Björn Ottosson, 2020), where equal steps look equally large.

const steps = 512;

// Lightness, chroma and hue (degrees) to linear red, green and blue.
function linear([lightness, chroma, hue]) {
  const a = chroma * Math.cos((hue * Math.PI) / 180), b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part)));
}

// Between stops [lightness, chroma, hue], evenly spaced.
function ramp(stops) {
  const table = new Float32Array(3 * steps);
  for (let i = 0; i < steps; ++i) {
    const at = (i / (steps - 1)) * (stops.length - 1);
    const k = Math.min(stops.length - 2, Math.floor(at));
    table.set(linear(stops[k].map((from, j) => from + (stops[k + 1][j] - from) * (at - k))), 3 * i);
  }
  return table;
}

// Lightness rises all the way, so that it also reads without colour.
const rising = ramp([
  [0.47, 0.13, 280],
  [0.56, 0.14, 258],
  [0.67, 0.12, 222],
  [0.77, 0.13, 168],
  [0.87, 0.16, 128],
  [0.96, 0.14, 104],
]);
// Light in the middle, dark at both ends.
const twoSided = ramp([
  [0.4, 0.15, 262],
  [0.66, 0.12, 245],
  [0.94, 0.015, 240],
  [0.94, 0.015, 50],
  [0.68, 0.15, 40],
  [0.44, 0.16, 25],
]);

export const tableFor = (scale) => (scale === 'rising' ? rising : twoSided);

export function colourAt(table, part, out, at) {
  const i = 3 * Math.round(Math.min(1, Math.max(0, part)) * (steps - 1));
  out[at] = table[i];
  out[at + 1] = table[i + 1];
  out[at + 2] = table[i + 2];
}

const encoded = (part) => Math.round(255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055));

export function cssAt(table, part) {
  const colour = [0, 0, 0];
  colourAt(table, part, colour, 0);
  return `rgb(${colour.map(encoded).join(' ')})`;
}

const noField = [0.7, 0.006, 260];

// Of a body that shows no field, "#aa3322", to linear red, green and blue.
export const plainColour = (body) =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(body.colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
export const greyColour = linear(noField);
export const cssOf = (colour) => `rgb(${colour.map(encoded).join(' ')})`;
