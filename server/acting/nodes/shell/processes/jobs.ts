import type { SignalName } from "../messages.ts";

/** A command that runs as a child of another one. */
export interface ShellChild {
  /** Its process number in the machine. */
  readonly process: number;
  readonly title: string;
  /** Its exit code. */
  readonly exited: Promise<number>;
  signal(name: SignalName): void;
}

/** A background job of a shell. */
export interface Job {
  /** The job number, as in `%1`. */
  readonly number: number;
  readonly child: ShellChild;
  /** Undefined while it runs. */
  readonly code: number | undefined;
}

interface Kept {
  readonly number: number;
  readonly child: ShellChild;
  code: number | undefined;
}

/** Maximum number of ended jobs whose exit codes a shell remembers. */
const MAX_ENDED = 1000;

/** The background jobs of one shell. */
export class Jobs {
  readonly #jobs = new Map<number, Kept>();

  add(child: ShellChild): Job {
    const running = [...this.#jobs.values()].filter(({ code }) => code === undefined);
    const job: Kept = { number: Math.max(0, ...running.map(({ number }) => number)) + 1, child, code: undefined };
    this.#jobs.set(child.process, job);
    void child.exited.then((code) => {
      job.code = code;
      this.#forgetOld();
    });
    return job;
  }

  /** Running jobs, and those that have ended since they were last waited for; the newest comes last. */
  get list(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  /** @param text a process number, or `%1`, `%%`, `%+`, `%-`, `%name` */
  find(text: string): Job | undefined {
    const [, spec] = /^%(.*)$/.exec(text) ?? [];
    if (spec === undefined) return this.#jobs.get(Number(text));
    const latest = this.list.toReversed();
    if (spec === "" || spec === "%" || spec === "+") return latest[0];
    if (spec === "-") return latest[1] ?? latest[0];
    return /^\d+$/.test(spec)
      ? latest.find(({ number }) => number === Number(spec))
      : latest.find(({ child }) => child.title.startsWith(spec));
  }

  forget({ child }: Job): void {
    this.#jobs.delete(child.process);
  }

  #forgetOld(): void {
    const ended = this.list.filter(({ code }) => code !== undefined);
    for (const job of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) this.forget(job);
  }
}
