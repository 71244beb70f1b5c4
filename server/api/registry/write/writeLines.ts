import { Fifo } from "../../../../shared/collections/fifo.ts";
import { systemTimers, type Timers } from "../../../ground/timing/timers.ts";
import type { PendingWrite } from "./pendingWrite.ts";
import { canceled, timedOut, type WriteTime } from "./writeTime.ts";

/** How long the next in line waits for a writer on its first attempt, in milliseconds. */
const FIRST_TURN = 200;
/** The wait grows by this factor with every race that the writer lost … */
const GROWTH = 4;
/** … up to this, in milliseconds: a writer has time for several such turns. */
const LONGEST_TURN = 5000;

/** A writer's place in the line of a key. */
export interface Turn {
  /** What a writer before has under way, and this one begins with; undefined when it begins with what is stored. */
  readonly before: PendingWrite | undefined;
  /** What the writer stores is under way: the next in line may begin with it. */
  pass(pending: PendingWrite): void;
  /** After a lost race: resolves when the writer may try again. @throws ApiError 504 when its time is over */
  again(): Promise<void>;
  /** The writer is done, one way or the other. */
  leave(): void;
}

/** A writer that has come: the earlier, the lower its number. */
interface Writer {
  readonly number: number;
  /** Whether it may begin with what is under way. */
  readonly follows: boolean;
  /** What it was given to begin with. */
  before: PendingWrite | undefined;
  lost: number;
}

interface Waiter {
  readonly writer: Writer;
  /** Its time was over before its turn came. */
  left: boolean;
  grant(): void;
}

interface Line {
  /** Who is being waited for. */
  current: Writer;
  /** What `current` has under way, for who begins with that. */
  offered: PendingWrite | undefined;
  /** Those who lost a race after their turn, by number: they came before all others. */
  readonly returned: Waiter[];
  readonly arrived: Fifo<Waiter>;
  /** How many wait that have not left. */
  waiting: number;
  /** Ends the wait for `current`; set while a writer waits. */
  cancel: (() => void) | undefined;
}

/**
 * Lines of writers, one a key: who writes what others write too waits for its turn instead of losing races.
 *
 * Every write is optimistic: it begins with what is stored and is committed with a guard on that. Without an order, of
 * sixteen that begin together fifteen have worked for nothing, again and again. So a writer of a key that another is writing
 * stands in line, first come, first served, and begins with what the one before has stored: then every attempt counts, and
 * no writer is refused. The whole attempt is one turn, admission included, because all of it rests on what was read.
 *
 * A turn need not last until its commit is durable. A writer that has given its commit to the store passes the turn on with
 * what it will have stored, and who follows begins with that. So many writers of one key share the waits for the disk, as
 * writers of different keys do. A commit that fails takes with it all that rest on it. Who has lost a race so waits for what
 * is stored from then on, and so does all who cannot begin with what is under way.
 *
 * The line is a courtesy, not a lock: the guard alone keeps writes apart. So a turn that takes long, because a webhook is
 * slow or a controller waits for another write, holds no other for ever. After 200 ms the next one begins as well, and of the
 * two the first to commit wins. The loser comes first in the line again, for it came first, and is waited for four times as
 * long, until its attempts fit; 5 s at most, so that one slow writer cannot use up the time of all others. A writer slower
 * than that may lose every race until its time is over, as it would with the reference.
 *
 * Writes that are bound to a version stay outside: after a wait they could only fail. So do dry runs, which race with
 * no writer. A waiting writer leaves at once when its time is over or its client has gone.
 */
export class WriteLines {
  readonly #lines = new Map<string, Line>();
  readonly #timers: Timers;
  #number = 0;

  constructor(timers: Timers = systemTimers) {
    this.#timers = timers;
  }

  /** How many keys are being written, for tests. */
  get size(): number {
    return this.#lines.size;
  }

  /**
   * Takes a place in the line of a key. Resolves when it is the writer's turn.
   *
   * @param time how long it waits; for ever without
   * @param follows whether it may begin with what a writer before has under way
   * @throws ApiError 504 when its time is over before
   */
  async enter(key: string, time?: WriteTime, follows = false): Promise<Turn> {
    const writer: Writer = { number: this.#number++, follows, before: undefined, lost: 0 };
    const line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, lineOf(writer));
    else if (line.waiting > 0 || !takeOver(line, writer)) await this.#wait(key, line, writer, time);
    return {
      get before() {
        return writer.before;
      },
      pass: (pending) => {
        const now = this.#lines.get(key);
        if (now?.current !== writer) return;
        now.offered = pending;
        this.#offer(key, now);
      },
      again: async () => {
        writer.lost += 1;
        writer.before = undefined;
        const now = this.#lines.get(key);
        if (now === undefined) this.#lines.set(key, lineOf(writer));
        else if (now.current !== writer) await this.#wait(key, now, writer, time);
        else {
          now.offered = undefined;
          this.#limit(key, now);
        }
      },
      leave: () => {
        const now = this.#lines.get(key);
        if (now?.current === writer) this.#next(key, now);
      },
    };
  }

  #wait(key: string, line: Line, writer: Writer, time: WriteTime | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const ends: (() => void)[] = [];
      const settle = (): void => {
        line.waiting -= 1;
        if (line.waiting === 0) stopTimer(line);
        for (const end of ends) end();
      };
      const waiter: Waiter = {
        writer,
        left: false,
        grant() {
          settle();
          resolve();
        },
      };
      const leave = (why: () => Error): void => {
        waiter.left = true;
        settle();
        reject(why());
      };
      if (time !== undefined) {
        const onAbort = (): void => leave(canceled);
        if (time.signal.aborted) {
          reject(canceled());
          return;
        }
        time.signal.addEventListener("abort", onAbort, { once: true });
        ends.push(() => time.signal.removeEventListener("abort", onAbort));
        ends.push(this.#timers.after(time.left(), () => leave(timedOut)));
      }
      line.waiting += 1;
      if (writer.lost === 0) line.arrived.push(waiter);
      else insert(line.returned, waiter);
      if (line.cancel === undefined) this.#limit(key, line);
    });
  }

  /** Gives the turn to the next one that still waits; the line ends with the last. */
  #next(key: string, line: Line): void {
    stopTimer(line);
    line.offered = undefined;
    const waiter = takeFirst(line);
    if (waiter === undefined) {
      this.#lines.delete(key);
      return;
    }
    line.current = waiter.writer;
    waiter.grant();
    this.#limit(key, line);
  }

  /** Gives the turn to the next one, if it begins with what is offered. */
  #offer(key: string, line: Line): void {
    const first = firstOf(line);
    if (first === undefined || !takeOver(line, first.writer)) return;
    stopTimer(line);
    takeFirst(line)?.grant();
    this.#limit(key, line);
  }

  /** Bounds the wait for the current writer from now on, if any writer waits. */
  #limit(key: string, line: Line): void {
    stopTimer(line);
    if (line.waiting === 0) return;
    const turn = Math.min(FIRST_TURN * GROWTH ** line.current.lost, LONGEST_TURN);
    line.cancel = this.#timers.after(turn, () => this.#next(key, line));
  }
}

const lineOf = (current: Writer): Line => ({
  current,
  offered: undefined,
  returned: [],
  arrived: new Fifo(),
  waiting: 0,
  cancel: undefined,
});

function stopTimer(line: Line): void {
  line.cancel?.();
  line.cancel = undefined;
}

/** Makes a writer the current one if it begins with what is offered. @returns whether it does */
function takeOver(line: Line, writer: Writer): boolean {
  if (line.offered === undefined || !writer.follows || writer.lost > 0) return false;
  writer.before = line.offered;
  line.offered = undefined;
  line.current = writer;
  return true;
}

/** The first that still waits. Those who have left go out of the line. */
function firstOf({ returned, arrived }: Line): Waiter | undefined {
  for (;;) {
    const waiter = returned[0] ?? arrived.peek();
    if (waiter?.left !== true) return waiter;
    returned.shift() ?? arrived.shift();
  }
}

/** Takes the first that still waits out of the line. */
function takeFirst(line: Line): Waiter | undefined {
  firstOf(line);
  return line.returned.shift() ?? line.arrived.shift();
}

/** Those who came earlier stand further in front; most come back one at a time. */
function insert(returned: Waiter[], waiter: Waiter): void {
  const place = returned.findIndex(({ writer }) => writer.number > waiter.writer.number);
  returned.splice(place < 0 ? returned.length : place, 0, waiter);
}
