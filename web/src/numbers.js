// Numbers as people read them.

const prefixes = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
  [1e-3, 'm'],
  [1e-6, 'µ'],
];
const takesPrefix = new Set(['Pa', 'N', 'J', 'W', 'm', 's', 'm/s', 'N m']);

export const prettyUnit = (unit) => unit.replace(/([a-zA-Z])2\b/g, '$1²').replace(/([a-zA-Z])3\b/g, '$1³');

// A unit that makes numbers up to `most` handy: { factor, unit }, to multiply by and to write.
export function handyUnit(unit, most) {
  if (!takesPrefix.has(unit) || !(most > 0)) return { factor: 1, unit: prettyUnit(unit) };
  const usable = unit === 's' || unit.startsWith('m') ? prefixes.slice(3) : prefixes;
  const [size, prefix] = usable.find(([limit]) => most >= 0.9995 * limit) || usable[usable.length - 1];
  return { factor: 1 / size, unit: prefix + unit };
}

export function short(number, digits = 3) {
  if (!Number.isFinite(number)) return '–';
  if (number === 0) return '0';
  const size = Math.abs(number);
  if (size >= 1e5 || size < 1e-3) {
    const [mantissa, exponent] = number.toExponential(digits - 1).split('e');
    return `${String(Number(mantissa)).replace('-', '−')}·10${superscript(Number(exponent))}`;
  }
  return String(Number(number.toPrecision(digits))).replace('-', '−');
}

const superscript = (number) =>
  String(number)
    .replace('-', '⁻')
    .replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]);

export const counted = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, '\u202f');

// 1, 2 or 5 times a power of ten, about `count` of them in a range.
export function niceStep(range, count) {
  const rough = range / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power;
  return power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
}

export function ticks(low, high, count) {
  if (!(high > low)) return [low];
  const step = niceStep(high - low, count);
  const found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) found.push(k * step);
  return found;
}

const magnitude = (number) => Math.floor(Math.log10(Math.abs(number)) + 1e-9);

// How many digits of a number it takes to see a step; recorded numbers have eight at most.
export const digitsFor = (value, step) => Math.min(8, Math.max(1, magnitude(value) - magnitude(step) + 1));

// Ticks as text with as many decimals as tell them apart.
export function tickText(value, step) {
  if (Math.abs(value) < 1e-6 * step) return '0';
  if (Math.abs(value) >= 1e5 || step < 1e-6) return short(value, digitsFor(value, step));
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return value.toFixed(decimals).replace('-', '−');
}
