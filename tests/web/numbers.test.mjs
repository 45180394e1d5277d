import assert from 'node:assert/strict';
import { test } from 'node:test';
import { niceStep, tickText, ticks } from '../../web/src/numbers.js';

// The labels of an axis from one number to another.
const labels = (low, high, count) => ticks(low, high, count).map((tick) => tickText(tick, niceStep(high - low, count)));

test('the labels of an axis differ, however narrow its range and wherever it lies', () => {
  for (const middle of [0, 1, -1, 0.25, 273.15, 1e5, 3.2e6, 1e-5, -2e-9])
    for (const width of [1e-6, 2e-6, 1e-5, 1e-3, 0.1, 1, 3]) {
      const size = width * (Math.abs(middle) || 1);
      for (const count of [3, 4, 5]) {
        const words = labels(middle - size / 2, middle + size / 2, count);
        assert.ok(words.length >= 2, `${middle} ± ${size}: ${words}`);
        assert.equal(new Set(words).size, words.length, `${middle} ± ${size}: ${words}`);
      }
    }
});

test('labels tell the numbers they stand for', () => {
  assert.deepEqual(labels(0.9999995, 1.0000005, 4).slice(0, 3), ['0.9999996', '0.9999998', '1']);
  assert.deepEqual(labels(0, 1, 4), ['0', '0.2', '0.4', '0.6', '0.8', '1.0']);
  assert.deepEqual(labels(-1, 1, 4), ['−1.0', '−0.5', '0', '0.5', '1.0']);
});
