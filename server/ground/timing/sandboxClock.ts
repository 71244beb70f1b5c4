import type { Timers } from "./timers.ts";

/** The current time of a sandbox, and its pace. */
export interface ClockState {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly running: boolean;
  /** Factor by which its time passes faster than real time while it runs. */
  readonly speed: number;
}

/** The real time from which the clock is derived. */
export interface ClockBase {
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Speed at which time passes during {@link SandboxClock.forward}. */
const FORWARD = 200;

/** Limits of the speed. */
export const SPEEDS = { slowest: 0.01, fastest: 1000 };

interface Alarm {
  /** On the clock's own monotonic count. */
  readonly due: number;
  readonly callback: () => void;
  cancel: () => void;
}

/**
 * The time of a sandbox: real time, until a user stops it, changes its speed, or sets it forward. It never goes back.
 * Code that waits on its timers waits in sandbox time.
 */
export class SandboxClock {
  readonly #base: ClockBase;
  readonly #alarms = new Set<Alarm>();
  /** Milliseconds by which it is ahead of real time (behind, when it was stopped), while both run at the same speed. */
  #offset: number;
  #speed = 1;
  #isRunning = true;
  /** Its count when its pace was last changed, and the base's count at that moment. */
  #count = 0;
  #since: number;
  /** Its time at that moment. */
  #anchor = 0;
  #anchorCount = 0;
  #changes = 0;

  /** @param offset milliseconds by which it is ahead of real time initially */
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

  /** Milliseconds by which it is ahead of real time. */
  get offset(): number {
    return this.now() - this.#base.now();
  }

  /** Changes the pace from now on. @throws RangeError for a speed out of bounds */
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
   * Sets time forward to the next timer that is due, and fires it.
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
   * Lets time run fast for the given number of sandbox milliseconds, then restores the pace. It does not jump, because
   * controllers need some real time for their work.
   */
  async forward(milliseconds: number): Promise<void> {
    const before = this.state;
    this.set({ running: true, speed: Math.max(FORWARD, before.speed) });
    const change = this.#changes;
    await new Promise<void>((resolve) => this.#after(milliseconds, resolve));
    // A change of pace that was made meanwhile takes precedence.
    if (change === this.#changes) this.set(before);
  }

  get #isPlain(): boolean {
    return this.#isRunning && this.#speed === 1;
  }

  /** Milliseconds of sandbox time that have passed since the clock was created. */
  #elapsed(): number {
    const pace = this.#isRunning ? this.#speed : 0;
    return this.#count + (this.#base.timers.now - this.#since) * pace;
  }

  /** Records the current time and count, before the pace changes. */
  #hold(): void {
    const now = this.now();
    this.#count = this.#elapsed();
    this.#since = this.#base.timers.now;
    this.#anchor = now;
    this.#anchorCount = this.#count;
  }

  /** Continues from the recorded time and count. */
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

  /** The timer that is due first. */
  #next(): Alarm | undefined {
    let first: Alarm | undefined;
    for (const alarm of this.#alarms) if (first === undefined || alarm.due < first.due) first = alarm;
    return first;
  }
}
