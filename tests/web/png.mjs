// Reads the PNG files that Chromium writes: 8 bits a channel, not interlaced (RFC 2083, 6 and 9).
import { inflateSync } from 'node:zlib';

function paeth(left, up, corner) {
  const p = left + up - corner;
  const [a, b, c] = [Math.abs(p - left), Math.abs(p - up), Math.abs(p - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

// Undoes a row's filter in place.
function unfilter(kind, row, above, step) {
  for (let i = 0; i < row.length; ++i) {
    const left = i < step ? 0 : row[i - step], up = above[i], corner = i < step ? 0 : above[i - step];
    if (kind === 1) row[i] += left;
    else if (kind === 2) row[i] += up;
    else if (kind === 3) row[i] += (left + up) >> 1;
    else if (kind === 4) row[i] += paeth(left, up, corner);
  }
}

// { width, height, data }, three bytes a pixel.
export function decoded(png) {
  const parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const width = png.readUInt32BE(16), height = png.readUInt32BE(20), step = png[25] === 6 ? 4 : 3;
  const bytes = inflateSync(Buffer.concat(parts));
  const data = Buffer.alloc(3 * width * height);
  let above = Buffer.alloc(step * width);
  for (let y = 0; y < height; ++y) {
    const begin = y * (step * width + 1);
    const row = bytes.subarray(begin + 1, begin + 1 + step * width);
    unfilter(bytes[begin], row, above, step);
    for (let x = 0; x < width; ++x) for (let k = 0; k < 3; ++k) data[3 * (y * width + x) + k] = row[step * x + k];
    above = row;
  }
  return { width, height, data };
}
