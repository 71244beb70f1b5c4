import type { SandboxClock } from "../../ground/timing/sandboxClock.ts";
import { type Trouble, TroubleError, type TroubleHandler, type TroubleKind, type TroubleRequest } from "./trouble.ts";

interface Entry {
  readonly trouble: Trouble;
  readonly end: () => void;
  readonly cancel: () => void;
}

/** The current troubles in a sandbox, each until its duration has passed or a user ends it. */
export class Troubles {
  readonly #clock: Pick<SandboxClock, "now" | "timers">;
  readonly #makers = new Map<TroubleKind, TroubleHandler>();
  readonly #entries = new Map<string, Entry>();
  #last = 0;

  constructor(clock: Pick<SandboxClock, "now" | "timers">) {
    this.#clock = clock;
  }

  /** Registers the makers of troubles, by kind. */
  register(makers: Readonly<Partial<Record<TroubleKind, TroubleHandler>>>): void {
    for (const [kind, maker] of Object.entries(makers)) this.#makers.set(kind as TroubleKind, maker);
  }

  /** Ends all troubles. */
  clear(): void {
    for (const id of [...this.#entries.keys()]) this.end(id);
  }

  list(): Trouble[] {
    return [...this.#entries.values()].map(({ trouble }) => trouble);
  }

  /** @throws TroubleError */
  begin({ kind, target, duration }: TroubleRequest): Trouble {
    const maker = this.#makers.get(kind);
    if (maker === undefined) throw new TroubleError("nothing runs here that could have such trouble");
    const known = this.list().find((each) => each.kind === kind && each.target === target);
    if (known !== undefined) throw new TroubleError(`${target || "the API"} has this trouble already: ${known.id}`);
    const end = maker(target);
    this.#last += 1;
    const since = this.#clock.now();
    const until = duration === undefined ? undefined : since + duration;
    const trouble = { id: `${kind}-${this.#last}`, kind, target, since, until };
    if (end === undefined) return { ...trouble, until: since };
    const cancel =
      duration === undefined ? () => undefined : this.#clock.timers.after(duration, () => this.end(trouble.id));
    this.#entries.set(trouble.id, { trouble, end, cancel });
    return trouble;
  }

  /** @throws TroubleError */
  end(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new TroubleError(`there is no trouble ${JSON.stringify(id)}`);
    this.#entries.delete(id);
    entry.cancel();
    entry.end();
  }
}
