// A phone's clock that the test sets. Its timers run when the test lets time pass.

/** Runs everything that does not wait for time to pass. */
export async function settled(rounds = 60) {
  for (let i = 0; i < rounds; i++) await new Promise((resolve) => setImmediate(resolve));
}

export class FakeClock {
  #timers = new Map();
  #count = 0;

  constructor(time = Date.parse('2026-11-21T20:00:00.000Z')) {
    this.time = time;
  }

  now = () => this.time;

  setTimer = (body, wait) => {
    this.#timers.set(++this.#count, {at: this.time + wait, body});
    return this.#count;
  };

  clearTimer = (timer) => this.#timers.delete(timer);

  /** @param {number} ms */
  async pass(ms) {
    const end = this.time + ms;
    await settled();
    for (;;) {
      const due = [...this.#timers].filter(([, {at}]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      const [number, {at, body}] = due;
      this.#timers.delete(number);
      this.time = Math.max(this.time, at);
      body();
      await settled();
    }
    this.time = end;
    await settled();
  }
}

/** Numbers that look random and are the same with each run. */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
