import { PauseGate } from "../../ground/timing/pauseGate.ts";
import type { QueueObserver } from "../../ground/timing/workQueue.ts";

export type ActorKind = "controller" | "scheduler";

/** A component that acts on its own, and its pending work. */
export interface ActorState {
  readonly name: string;
  readonly kind: ActorKind;
  readonly running: boolean;
  /** The number of enqueued keys, and of keys that are being worked on or wait at the pause gate. */
  readonly waiting: number;
  readonly working: number;
}

interface Actor {
  readonly kind: ActorKind;
  readonly gate: PauseGate;
  waiting: number;
  working: number;
  /** Returns the amount of pending work, when it is not counted here. */
  count: (() => number) | undefined;
}

/** There is no actor with this name. */
export class NoSuchActorError extends Error {}

/**
 * The components of this server that act on their own. Each can be stopped, resumed, and made to do one piece of work.
 */
export class Actors {
  readonly #actors = new Map<string, Actor>();

  /** Returns the pause gate that an actor passes before each piece of work. */
  gate(name: string, kind: ActorKind, count?: () => number): PauseGate {
    const actor = this.#of(name, kind);
    if (count !== undefined) actor.count = count;
    return actor.gate;
  }

  /**
   * Returns an observer that counts the keys in an actor's queue.
   * @param next another observer, which is also notified
   */
  observer(name: string, kind: ActorKind, next: QueueObserver | undefined): QueueObserver {
    const actor = this.#of(name, kind);
    return {
      added(key) {
        actor.waiting += 1;
        next?.added(key);
      },
      started(key) {
        actor.waiting -= 1;
        actor.working += 1;
        next?.started(key);
      },
      done(key) {
        actor.working -= 1;
        next?.done(key);
      },
      retried: () => next?.retried(),
      stopped() {
        actor.waiting = 0;
        next?.stopped();
      },
    };
  }

  list(): ActorState[] {
    return [...this.#actors]
      .map(([name, { kind, gate, waiting, working, count }]) => {
        return { name, kind, running: !gate.isPaused, waiting: count?.() ?? Math.max(0, waiting), working };
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** @throws NoSuchActorError */
  set(name: string, running: boolean): void {
    const { gate } = this.#find(name);
    if (running) gate.resume();
    else gate.pause();
  }

  setAll(running: boolean): void {
    for (const name of this.#actors.keys()) this.set(name, running);
  }

  /** Lets a stopped actor do one piece of work. @returns whether there was any @throws NoSuchActorError */
  step(name: string): boolean {
    return this.#find(name).gate.releaseOne();
  }

  #of(name: string, kind: ActorKind): Actor {
    let actor = this.#actors.get(name);
    if (actor === undefined) {
      actor = { kind, gate: new PauseGate(), waiting: 0, working: 0, count: undefined };
      this.#actors.set(name, actor);
    }
    return actor;
  }

  #find(name: string): Actor {
    const actor = this.#actors.get(name);
    if (actor === undefined) throw new NoSuchActorError(`no actor is named ${JSON.stringify(name)}`);
    return actor;
  }
}
