import { Fifo } from "../../../../shared/collections/fifo.ts";
import { systemTimers, type Timers } from "../../../ground/timing/timers.ts";
import type { PendingWrite } from "./pendingWrite.ts";
import { canceled, timedOut, type WriteTime } from "./writeTime.ts";

/** Milliseconds that the next writer in line waits for a writer on its first attempt. */
const FIRST_TURN = 200;
/** The wait grows by this factor with every race that the writer lost … */
const GROWTH = 4;
/** … up to this many milliseconds: the time limit of a write allows several such turns. */
const LONGEST_TURN = 5000;

/** A writer's place in the line of a key. */
export interface Turn {
  /** The pending write that this writer starts from; undefined when it starts from the stored object. */
  readonly before: PendingWrite | undefined;
  /** The writer's commit is pending: the next in line may start from it. */
  pass(pending: PendingWrite): void;
  /** After a lost race: resolves when the writer may try again. @throws ApiError 504 when its time is up */
  again(): Promise<void>;
  /** The writer has finished, successfully or not. */
  leave(): void;
}

/** A writer in a line. Numbers rise in order of arrival. */
interface Writer {
  readonly number: number;
  /** Whether it may start from a pending write. */
  readonly follows: boolean;
  /** The pending write that it starts from. */
  before: PendingWrite | undefined;
  lost: number;
}

interface Waiter {
  readonly writer: Writer;
  /** Its time was up, or its client gone, before its turn came. */
  left: boolean;
  grant(): void;
}

interface Line {
  /** The writer whose turn it is. */
  current: Writer;
  /** The pending write of `current`, for a next writer that may start from it. */
  offered: PendingWrite | undefined;
  /** Writers that lost a race after their turn, by number. They arrived before all other waiting writers. */
  readonly returned: Waiter[];
  readonly arrived: Fifo<Waiter>;
  /** How many writers wait, without those that have left. */
  waiting: number;
  /** Cancels the timer that limits the turn of `current`; set while a writer waits. */
  cancel: (() => void) | undefined;
}

/**
 * Lines of writers, one per key: concurrent writers of a key wait for their turn instead of losing races.
 *
 * Every write is optimistic: it starts from the stored object and commits with a guard on its revision. If sixteen
 * writers started together, fifteen would lose the race and have to start over, again and again. So the writers of a
 * key queue, first come, first served, and each starts from what the previous one stored: every attempt succeeds, and
 * no writer is refused. A turn covers the whole attempt, admission included, because all of it depends on the object
 * that was read.
 *
 * A turn need not last until its commit is durable. A writer that has given its commit to the store passes the turn on
 * together with the pending object, and the next writer starts from that object. So many writers of one key share the
 * waits for the disk, as writers of different keys do. When a commit fails, all commits that rest on it fail, too. A
 * writer that has lost a race waits for stored objects from then on, as do writers that cannot start from a pending
 * write.
 *
 * The line is a courtesy, not a lock: only the guard keeps writes apart. So a long turn, because of a slow webhook or a
 * controller that waits for another write, does not block the others for ever. After 200 ms the next writer starts as
 * well, and the first of the two to commit wins. The loser returns to the front of the line, because it arrived first.
 * Its next turn is four times as long, and so on until its attempt fits; 5 s at most, so that one slow writer cannot
 * use up the time of all others. A slower writer may lose every race until its time is up, as it would with the
 * reference.
 *
 * Writes that are bound to a version do not queue: after a wait they could only fail. Neither do dry runs, which race
 * with no writer. A waiting writer leaves at once when its time is up or its client has gone.
 */
export class WriteQueues {
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
   * Joins the line of a key. Resolves when it is the writer's turn.
   *
   * @param time limits the wait; undefined means no limit
   * @param follows whether the writer may start from the pending write of the previous writer
   * @throws ApiError 504 when the time is up before the turn
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
      const leave = (reason: () => Error): void => {
        waiter.left = true;
        settle();
        reject(reason());
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

  /** Gives the turn to the next waiting writer; removes the line when there is none. */
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

  /** Gives the turn to the next writer, if it can start from the pending write. */
  #offer(key: string, line: Line): void {
    const first = firstOf(line);
    if (first === undefined || !takeOver(line, first.writer)) return;
    stopTimer(line);
    takeFirst(line)?.grant();
    this.#limit(key, line);
  }

  /** Starts the timer that limits the turn of the current writer, if any writer waits. */
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

/** Makes a writer the current one if it can start from the offered pending write. @returns whether it did */
function takeOver(line: Line, writer: Writer): boolean {
  if (line.offered === undefined || !writer.follows || writer.lost > 0) return false;
  writer.before = line.offered;
  line.offered = undefined;
  line.current = writer;
  return true;
}

/** The first writer that still waits. Drops those that have left. */
function firstOf({ returned, arrived }: Line): Waiter | undefined {
  for (;;) {
    const waiter = returned[0] ?? arrived.peek();
    if (waiter?.left !== true) return waiter;
    returned.shift() ?? arrived.shift();
  }
}

/** Takes the first writer that still waits out of the line. */
function takeFirst(line: Line): Waiter | undefined {
  firstOf(line);
  return line.returned.shift() ?? line.arrived.shift();
}

/** Inserts by order of arrival; usually writers return one at a time. */
function insert(returned: Waiter[], waiter: Waiter): void {
  const place = returned.findIndex(({ writer }) => writer.number > waiter.writer.number);
  returned.splice(place < 0 ? returned.length : place, 0, waiter);
}
