// Bytes flipped, cut off, put in, or repeated, at places that the random numbers choose.
import fs from 'node:fs';

const flip = (bytes, random) => {
  const copy = Buffer.from(bytes);
  for (let flips = 1 + random.below(3); flips > 0 && copy.length > 0; --flips)
    copy[random.below(copy.length)] ^= 1 << random.below(8);
  return copy;
};
const cut = (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1));
const insert = (bytes, random) => {
  const place = random.below(bytes.length + 1);
  const added = Buffer.from(Array.from({ length: 1 + random.below(40) }, () => random.below(256)));
  return Buffer.concat([bytes.subarray(0, place), added, bytes.subarray(place)]);
};
const repeat = (bytes, random) => {
  const from = random.below(bytes.length + 1);
  const part = bytes.subarray(from, from + random.below(400));
  return Buffer.concat([bytes.subarray(0, from), part, bytes.subarray(from)]);
};
const without = (bytes, random) => {
  const from = random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + 1 + random.below(40))]);
};
const numbers = ['nan', 'inf', '-1', '0', '1e308', '4294967296', '99999999999999999999', '-9223372036854775808'];
const other_number = (bytes, random) => {
  const text = bytes.toString('latin1');
  const found = [...text.matchAll(/\d[\d.e+-]*/g)];
  if (found.length === 0) return flip(bytes, random);
  const { index, 0: old } = random.pick(found);
  return Buffer.from(text.slice(0, index) + random.pick(numbers) + text.slice(index + old.length), 'latin1');
};
const zeros = (bytes, random) => {
  const copy = Buffer.from(bytes);
  const from = random.below(copy.length + 1);
  return copy.fill(0, from, Math.min(copy.length, from + random.below(4096)));
};

export function damaged(bytes, random) {
  return random.pick([flip, flip, cut, insert, repeat, without, other_number, zeros])(bytes, random);
}

export function damage_file(file, random) {
  fs.writeFileSync(file, damaged(fs.readFileSync(file), random));
}
