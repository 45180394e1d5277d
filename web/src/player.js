// Where in time the page is, and how that goes on.

const speeds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 25, 50, 100, 1000];

export class Player extends EventTarget {
  constructor(recording) {
    super();
    this.recording = recording;
    this.time = recording.start;
    this.playing = false;
    this.loop = true;
    this.speed = this.usualSpeed();
    this.speeds = speeds.filter((speed) => speed >= this.speed / 100 && speed <= 10 * this.speed);
  }

  get duration() {
    return this.recording.end - this.recording.start;
  }

  // Real time, unless that were over at once or took all day.
  usualSpeed() {
    const { duration } = this;
    if (duration === 0 || (duration >= 0.8 && duration <= 40)) return 1;
    return speeds.reduce((best, speed) =>
      Math.abs(Math.log(duration / speed / 6)) < Math.abs(Math.log(duration / best / 6)) ? speed : best,
    );
  }

  changed(kind) {
    this.dispatchEvent(new Event(kind));
  }

  play(playing = true) {
    playing = playing && this.duration > 0;
    if (playing && this.time >= this.recording.end && !this.loop) this.seek(this.recording.start);
    this.playing = playing;
    this.last = undefined;
    this.changed('state');
  }

  seek(time) {
    this.time = Math.min(this.recording.end, Math.max(this.recording.start, time));
    this.changed('time');
  }

  // To the next or an earlier frame.
  stepFrames(count) {
    const { times } = this.recording;
    const { low, high, part } = this.recording.around(this.time);
    const at = count > 0 ? (part >= 1 - 1e-9 ? high : low) : part > 1e-9 ? high : low;
    this.play(false);
    this.seek(times[Math.min(times.length - 1, Math.max(0, at + count))]);
  }

  setSpeed(speed) {
    this.speed = speed;
    this.changed('state');
  }

  setLoop(loop) {
    this.loop = loop;
    this.changed('state');
  }

  // Called for every picture with the clock in milliseconds.
  tick(now) {
    if (!this.playing) return;
    const passed = this.last === undefined ? 0 : Math.min(now - this.last, 250) / 1000;
    this.last = now;
    const time = this.time + passed * this.speed;
    if (time < this.recording.end) return this.seek(time);
    if (this.loop) return this.seek(this.recording.start + ((time - this.recording.start) % this.duration));
    this.seek(this.recording.end);
    this.play(false);
  }
}
