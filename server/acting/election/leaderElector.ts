import type { Timers } from "../../ground/timing/timers.ts";

/**
 * The current leader, as recorded for all candidates. Times are milliseconds since the epoch; they are for users only,
 * candidates never compare them.
 */
export interface ElectionRecord {
  /** Empty when there is no leader. */
  readonly holder: string;
  /** How long other candidates wait after they have seen a change, in whole seconds. */
  readonly leaseSeconds: number;
  readonly acquired: number;
  readonly renewed: number;
  /** Number of changes of the holder. */
  readonly transitions: number;
}

/** A record, and the version that a change of it must name. */
export interface VersionedRecord {
  readonly record: ElectionRecord;
  readonly version: string;
}

/** The storage of the record. A write is rejected when the record has changed since it was read. */
export interface ElectionLock {
  /** Undefined while no record exists. */
  read(): Promise<VersionedRecord | undefined>;
  create(record: ElectionRecord): Promise<void>;
  update(record: ElectionRecord, version: string): Promise<void>;
}

/** Durations in milliseconds: {@link leaseDuration} > {@link renewDeadline} > {@link retryPeriod} × {@link JITTER}. */
export interface ElectionTimes {
  /** How long candidates wait after the last change they have seen before they take over. */
  readonly leaseDuration: number;
  /** How long a leader leads, counted from the start of its last successful renewal. */
  readonly renewDeadline: number;
  /** Time between two attempts. */
  readonly retryPeriod: number;
}

/** The work of a leader during one term. */
export interface Term {
  /** Starts to stop before it returns; resolves when no work of the term is in progress. */
  stop(): Promise<void>;
}

export interface ElectorParts {
  /** Unique for each candidate, and for each run of the program. */
  readonly identity: string;
  readonly lock: ElectionLock;
  readonly times: ElectionTimes;
  readonly timers: Timers;
  /** Milliseconds since the epoch: written to the record, and never compared. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
  /** Called when this candidate has been elected. */
  lead(): Term;
  onError(error: unknown): void;
}

/** A candidate until it is stopped. */
export interface Elector {
  /** Whether this candidate may act as the leader at this moment. */
  leads(): boolean;
  /** Ends the term, then releases the lease. */
  stop(): Promise<void>;
}

/** Candidates wait for one retry period plus a random part of up to this multiple of it. */
export const JITTER = 1.2;

/**
 * Takes part in an election until it is stopped. A leader that loses the lead becomes a candidate again.
 *
 * At most one candidate leads, because of two rules. A leader counts its deadline from before it sent its last renewal.
 * The others count the longer lease duration from after they have seen that renewal. Both use their own monotonic
 * clocks. So neither wall clocks nor network delays matter, only that clocks run at about the same speed.
 */
export function startElector(parts: ElectorParts): Elector {
  const { identity, lock, times, timers } = parts;
  /** The record as last seen, and when this candidate saw it change. */
  let seen: { readonly version: string; readonly at: number } | undefined;
  let term: Term | undefined;
  /** The end of this candidate's permission to lead, by the clock of `timers`. */
  let deadline = Number.NEGATIVE_INFINITY;
  let cancelDeadline = (): void => undefined;
  let ending: Promise<void> = Promise.resolve();
  let stopped = false;
  let wake = (): void => undefined;

  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = timers.after(milliseconds, resolve);
      wake = () => {
        cancel();
        resolve();
      };
      if (stopped) wake();
    });

  function endTerm(): void {
    cancelDeadline();
    deadline = Number.NEGATIVE_INFINITY;
    const ended = term;
    term = undefined;
    if (ended !== undefined) ending = ended.stop().catch(parts.onError);
  }

  async function extendTerm(until: number): Promise<void> {
    // An ended term may still be finishing its work: no other term of this process may begin before.
    if (term === undefined) await ending;
    if (stopped || until <= timers.now) return;
    cancelDeadline();
    deadline = until;
    cancelDeadline = timers.after(until - timers.now, endTerm);
    term ??= parts.lead();
  }

  /**
   * Writes this candidate into the record, unless another one holds it.
   * @returns the start time of the successful write
   */
  async function acquireOrRenew(given: { up: boolean }): Promise<number | undefined> {
    const found = await lock.read();
    if (given.up) return undefined;
    const now = parts.now();
    const mine = { holder: identity, leaseSeconds: Math.ceil(times.leaseDuration / 1000), renewed: now };
    const began = timers.now;
    if (found === undefined) {
      await lock.create({ ...mine, acquired: now, transitions: 0 });
      return began;
    }
    const { record, version } = found;
    if (seen?.version !== version) seen = { version, at: began };
    const own = record.holder === identity;
    if (!own && record.holder !== "" && began < seen.at + record.leaseSeconds * 1000) return undefined;
    const kept = own
      ? { acquired: record.acquired, transitions: record.transitions }
      : { acquired: now, transitions: record.transitions + 1 };
    await lock.update({ ...mine, ...kept }, version);
    return began;
  }

  /** One attempt with a timeout: a missing response must not delay the next attempt. */
  async function attempt(): Promise<void> {
    const given = { up: false };
    let cancel = (): void => undefined;
    const late = new Promise<never>((_resolve, reject) => {
      cancel = timers.after(times.renewDeadline, () => reject(new Error("the election's lease does not answer")));
      wake = () => reject(new Error("the election was stopped"));
    });
    try {
      const began = await Promise.race([acquireOrRenew(given), late]);
      if (stopped) return;
      if (began === undefined) endTerm();
      else await extendTerm(began + times.renewDeadline);
    } catch (error) {
      if (!stopped) parts.onError(error);
    } finally {
      given.up = true;
      cancel();
    }
  }

  async function release(): Promise<void> {
    const found = await lock.read();
    if (found?.record.holder !== identity) return;
    const now = parts.now();
    const { transitions } = found.record;
    await lock.update({ holder: "", leaseSeconds: 1, acquired: now, renewed: now, transitions }, found.version);
  }

  async function campaign(): Promise<void> {
    while (!stopped) {
      await attempt();
      if (stopped) return;
      await pause(times.retryPeriod * (term === undefined ? 1 + parts.random() * JITTER : 1));
    }
  }

  const running = campaign();
  return {
    leads: () => term !== undefined && timers.now < deadline,
    async stop() {
      if (stopped) return running;
      stopped = true;
      endTerm();
      wake();
      await running;
      await ending;
      let cancel = (): void => undefined;
      const late = new Promise<void>((resolve) => {
        cancel = timers.after(times.retryPeriod, resolve);
      });
      await Promise.race([release().catch(parts.onError), late]);
      cancel();
    },
  };
}
