// Numbers that a seed alone decides, the same in every version of Node.
export class Random {
  constructor(seed) {
    this.state = 0;
    for (const letter of String(seed)) {
      this.state = Math.imul(this.state ^ letter.codePointAt(0), 0x9e3779b1) >>> 0;
      this.next();
    }
  }
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  }
  below(end) {
    return Math.floor(this.next() * end);
  }
  chance(share) {
    return this.next() < share;
  }
  pick(list) {
    return list[this.below(list.length)];
  }
}
