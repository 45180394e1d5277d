// How finely pictures are drawn: coarser while they move on a machine that is slow at it, such as one
// that draws in software, and at full resolution again when they stand still.

const slow = 60, quick = 28; // milliseconds from one picture to the next
const coarsest = 0.5, calm = 400;

export class Pace {
  constructor() {
    this.part = 1;
    this.moving = false;
    this.usual = 30;
  }

  get ratio() {
    const full = Math.min(window.devicePixelRatio || 1, 2);
    return this.moving ? Math.max(coarsest, full * this.part) : full;
  }

  // A picture is drawn because something changed.
  drew(now) {
    const passed = now - this.last;
    this.last = now;
    this.moving = passed < 1000;
    if (!this.moving) return;
    this.usual += 0.1 * (Math.min(passed, 150) - this.usual);
    if (this.usual > slow && this.part > 0.3) this.adjust(0.75);
    else if (this.usual < quick && this.part < 1) this.adjust(1 / 0.75);
  }

  adjust(factor) {
    this.part = Math.min(1, this.part * factor);
    this.usual = (slow + quick) / 2;
  }

  // Whether it is time for the one picture at full resolution after a movement.
  rested(now) {
    if (!this.moving || now - this.last < calm) return false;
    this.moving = false;
    return this.part < 1;
  }
}
