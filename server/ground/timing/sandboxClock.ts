import type { Timers } from "./timers.ts";

/** Where the time of a sandbox stands, and how it passes. */
export interface ClockState {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly running: boolean;
  /** How much faster than the world's its time passes while it runs. */
  readonly speed: number;
}

/** What the clock stands on. */
export interface ClockBase {
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** How fast time goes forward. */
const FORWARD = 200;

/** Bounds of the speed. */
export const SPEEDS = { slowest: 0.01, fastest: 1000 };

interface Alarm {
  /** By the clock's own count. */
  readonly due: number;
  readonly callback: () => void;
  cancel: () => void;
}

/**
 * The time of a sandbox: that of the world, until a user stops it, changes its speed, or sets it forward. It never goes
 * back. Code that waits on its timers waits by its time.
 */
export class SandboxClock {
  readonly #base: ClockBase;
  readonly #alarms = new Set<Alarm>();
  /** Milliseconds that it is ahead of the world (behind, when it was stopped), while it runs as fast. */
  #offset: number;
  #speed = 1;
  #isRunning = true;
  /** Where its count stood when its pace was last changed, and the world's count then. */
  #count = 0;
  #since: number;
  /** The time then. */
  #anchor = 0;
  #anchorCount = 0;
  #changes = 0;

  /** @param offset milliseconds that it is ahead of the world at the beginning */
  constructor(base: ClockBase, offset = 0) {
    this.#base = base;
    this.#offset = offset;
    this.#since = base.timers.now;
  }

  /** Milliseconds since the epoch. */
  readonly now = (): number => {
    if (this.#isPlain) return this.#base.now() + this.#offset;
    return Math.round(this.#anchor + (this.#elapsed() - this.#anchorCount));
  };

  readonly timers: Timers = ((clock: SandboxClock) => ({
    get now() {
      return clock.#elapsed();
    },
    after: (milliseconds: number, callback: () => void) => clock.#after(milliseconds, callback),
  }))(this);

  get state(): ClockState {
    return { now: this.now(), running: this.#isRunning, speed: this.#speed };
  }

  /** Milliseconds that it is ahead of the world. */
  get offset(): number {
    return this.now() - this.#base.now();
  }

  /** Changes how time passes from now on. @throws RangeError for a speed out of bounds */
  set({
    running = this.#isRunning,
    speed = this.#speed,
  }: {
    readonly running?: boolean;
    readonly speed?: number;
  }): void {
    if (!(speed >= SPEEDS.slowest && speed <= SPEEDS.fastest)) {
      throw new RangeError(`the speed must be from ${SPEEDS.slowest} to ${SPEEDS.fastest}`);
    }
    this.#hold();
    this.#changes += 1;
    this.#isRunning = running;
    this.#speed = speed;
    this.#settle();
  }

  /**
   * Sets time forward to the next timer that falls due, and fires it.
   * @returns milliseconds that passed; undefined when no timer is set
   */
  step(): number | undefined {
    const next = this.#next();
    if (next === undefined) return undefined;
    const passed = Math.max(0, next.due - this.#elapsed());
    this.#moveBy(passed);
    this.#ring(next);
    return passed;
  }

  /**
   * Lets time run fast for so many milliseconds of its own, then restores the pace. It does not jump, because
   * controllers need some real time for their work.
   */
  async forward(milliseconds: number): Promise<void> {
    const before = this.state;
    this.set({ running: true, speed: Math.max(FORWARD, before.speed) });
    const change = this.#changes;
    await new Promise<void>((resolve) => this.#after(milliseconds, resolve));
    // A change of pace that was made meanwhile wins.
    if (change === this.#changes) this.set(before);
  }

  get #isPlain(): boolean {
    return this.#isRunning && this.#speed === 1;
  }

  /** Milliseconds of its own that have passed since it began. */
  #elapsed(): number {
    const pace = this.#isRunning ? this.#speed : 0;
    return this.#count + (this.#base.timers.now - this.#since) * pace;
  }

  /** Notes where everything stands, before the pace changes. */
  #hold(): void {
    const now = this.now();
    this.#count = this.#elapsed();
    this.#since = this.#base.timers.now;
    this.#anchor = now;
    this.#anchorCount = this.#count;
  }

  /** Goes on from where everything stood. */
  #settle(): void {
    if (this.#isPlain) this.#offset = this.#anchor - this.#base.now();
    for (const alarm of this.#alarms) this.#arm(alarm);
  }

  #moveBy(by: number): void {
    this.#hold();
    this.#count += by;
    this.#anchor += by;
    this.#anchorCount = this.#count;
    this.#settle();
  }

  #after(milliseconds: number, callback: () => void): () => void {
    const alarm: Alarm = { due: this.#elapsed() + milliseconds, callback, cancel: () => undefined };
    this.#alarms.add(alarm);
    this.#arm(alarm);
    return () => {
      alarm.cancel();
      this.#alarms.delete(alarm);
    };
  }

  #arm(alarm: Alarm): void {
    alarm.cancel();
    alarm.cancel = () => undefined;
    if (!this.#isRunning) return;
    alarm.cancel = this.#base.timers.after((alarm.due - this.#elapsed()) / this.#speed, () => this.#ring(alarm));
  }

  #ring(alarm: Alarm): void {
    alarm.cancel();
    if (this.#alarms.delete(alarm)) alarm.callback();
  }

  /** The alarm that is due first. */
  #next(): Alarm | undefined {
    let first: Alarm | undefined;
    for (const alarm of this.#alarms) if (first === undefined || alarm.due < first.due) first = alarm;
    return first;
  }
}
