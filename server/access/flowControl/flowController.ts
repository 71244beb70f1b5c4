/**
 * Decides when each request may start: it is classified, waits if necessary, and occupies seats until it has its
 * response.
 */
import type { PriorityLevelConfiguration } from "kubernetes-types/flowcontrol/v1";
import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { RequestContext } from "../../ground/request/context.ts";
import { DueTimes } from "../../ground/timing/dueTimes.ts";
import { systemTimers, type Timers } from "../../ground/timing/timers.ts";
import type { ObjectReader } from "../../store/cache/reader.ts";
import type { FlowMetrics } from "./flowMetrics.ts";
import { compileFlowSchemas, type FlowSchema } from "./flowSchema.ts";
import { type LevelRequest, PriorityLevel, type Rejection } from "./priorityLevel.ts";
import { allocateSeats, nominalLimits } from "./seatLimits.ts";
import { StartTurns } from "./startTurns.ts";
import { type CollectionSize, estimateWork } from "./workEstimate.ts";

export interface FlowControllerOptions {
  readonly reader: Pick<ObjectReader, "list" | "follow">;
  readonly vocabulary: Vocabulary;
  /** Seats of the whole server. */
  readonly seats: number;
  /** Maximum milliseconds that a request waits for a seat. */
  readonly queueTimeout: number;
  readonly metrics: FlowMetrics;
  sizeOf(info: RequestContext["info"]): CollectionSize | undefined;
  readonly timers?: Timers;
}

/** The seats of an admitted request. */
export interface Seat {
  /** Headers to add to the response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Frees the seats. Called once. */
  release(): void;
}

export interface Refusal {
  readonly headers: Readonly<Record<string, string>>;
  readonly rejection: Rejection;
}

/** Milliseconds between two redistributions of seats among levels. */
const LENDING_PERIOD = 10_000;

/**
 * The level for requests that no schema matches. Until its object exists, such requests are admitted without a limit.
 */
const CATCH_ALL = "catch-all";

export class FlowController {
  readonly #options: FlowControllerOptions;
  readonly #timers: Timers;
  readonly #levels = new Map<string, PriorityLevel>();
  readonly #headers = new WeakMap<FlowSchema, { level: string; headers: Readonly<Record<string, string>> }>();
  readonly #dueTimes: DueTimes;
  #schemas: readonly FlowSchema[] = [];
  #ordered: readonly PriorityLevel[] = [];
  #isStale = false;
  readonly #turns = new StartTurns();
  #isPumping = false;
  /** Index of the level where the next search for a startable request begins. */
  #nextLevel = 0;
  #cancelLending: () => void = () => undefined;
  readonly #stopFollowing: (() => void)[] = [];

  constructor(options: FlowControllerOptions) {
    this.#options = options;
    this.#timers = options.timers ?? systemTimers;
    this.#dueTimes = new DueTimes(options.queueTimeout, this.#timers);
    for (const resource of ["flowschemas", "prioritylevelconfigurations"]) {
      const stale = (): void => {
        this.#isStale = true;
      };
      this.#stopFollowing.push(options.reader.follow(this.#place(resource), stale, stale));
    }
    this.#reload();
    this.#lendLater();
  }

  stop(): void {
    for (const end of this.#stopFollowing) end();
    this.#cancelLending();
  }

  /** The current levels. */
  get levels(): Iterable<PriorityLevel> {
    return this.#levels.values();
  }

  /** Admits a request: at once when seats are free and no other request waits, otherwise the request waits. */
  enter(context: RequestContext): Seat | Refusal | Promise<Seat | Refusal> {
    if (this.#isStale) this.#reload();
    const { user, info } = context;
    const schema = this.#schemas.find((each) => each.matches(user, info));
    const level = this.#levels.get(schema?.level ?? CATCH_ALL);
    if (schema === undefined || level === undefined) return FREE;
    const headers = this.#headersOf(schema, level);
    if (level.isExempt) return this.#exempt(schema, level, headers);
    const work = estimateWork(context, () => this.#options.sizeOf(info));
    const distinguisher = schema.distinguisher(user, info);
    let begin: (() => void) | undefined;
    const entrance = level.enter({
      schema: schema.name,
      distinguisher,
      work,
      start: () => begin?.(),
    });
    if ("rejection" in entrance) return { headers, rejection: entrance.rejection };
    const { request } = entrance;
    this.#turns.note(request.flow);
    const seat: Seat = { headers, release: () => this.#finish(level, request) };
    // In a level without queues, an admitted request starts at once.
    if (request.queue === undefined || (level.mayBegin(work) && this.#turns.hasTime())) {
      level.begin(request);
      return seat;
    }
    return new Promise((resolve) => {
      const giveUp = (reason: "time-out" | "cancelled"): void => {
        level.giveUp(request, reason);
        resolve({ headers, rejection: reason });
      };
      const cancel = this.#dueTimes.add(() => giveUp("time-out"));
      begin = () => {
        cancel();
        // A request whose client has gone takes no seat.
        if (context.isOver === true) {
          giveUp("cancelled");
          return;
        }
        level.begin(request);
        resolve(seat);
      };
      this.#pumpLater();
    });
  }

  #exempt(schema: FlowSchema, level: PriorityLevel, headers: Seat["headers"]): Seat {
    const work = { seats: 1, finalSeats: 0, finalTime: 0 };
    const entrance = level.enter({ schema: schema.name, distinguisher: "", work, start: () => {} });
    if ("rejection" in entrance) return FREE;
    level.begin(entrance.request);
    return { headers, release: () => this.#finish(level, entrance.request) };
  }

  #finish(level: PriorityLevel, request: LevelRequest): void {
    const freed = (): void => {
      if (level.waiting > 0) this.#pumpLater();
    };
    level.finish(request, (time, callback) => void this.#timers.after(time, callback), freed);
    freed();
    // The next reload removes the level, and gives its seats to the others.
    if (level.isQuiescing && level.isIdle) this.#isStale = true;
  }

  #pumpLater(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    setImmediate(() => {
      this.#isPumping = false;
      this.#pump();
    });
  }

  /** Starts the requests that are due, one level after the other, as long as this event loop turn has time. */
  #pump(): void {
    const levels = this.#ordered;
    for (let i = 0; i < levels.length; i++) {
      const level = levels[(this.#nextLevel + i) % levels.length] as PriorityLevel;
      const request = level.waiting > 0 ? level.next() : undefined;
      if (request === undefined) continue;
      if (!this.#turns.hasTime()) {
        this.#pumpLater();
        return;
      }
      this.#nextLevel = (this.#nextLevel + i + 1) % levels.length;
      request.start();
      // The request executes in microtasks, so its duration is known when these are done, which is before the next
      // tick.
      queueMicrotask(() => process.nextTick(() => this.#pump()));
      return;
    }
  }

  #headersOf(schema: FlowSchema, level: PriorityLevel): Seat["headers"] {
    let known = this.#headers.get(schema);
    if (known === undefined || known.level !== level.uid) {
      const prefix = this.#options.vocabulary.render("x-{product}-pf");
      known = {
        level: level.uid,
        headers: { [`${prefix}-flowschema-uid`]: schema.uid, [`${prefix}-prioritylevel-uid`]: level.uid },
      };
      this.#headers.set(schema, known);
    }
    return known.headers;
  }

  #place(resource: string): { group: string; resource: string } {
    return { group: this.#options.vocabulary.render("flowcontrol.apiserver.{domain}"), resource };
  }

  /** Applies the current objects. */
  #reload(): void {
    this.#isStale = false;
    const { reader, metrics } = this.#options;
    this.#schemas = compileFlowSchemas(reader.list(this.#place("flowschemas")));
    const objects = new Map<string, ApiObject & PriorityLevelConfiguration>();
    for (const object of reader.list(this.#place("prioritylevelconfigurations"))) {
      objects.set(object.metadata.name ?? "", object as ApiObject & PriorityLevelConfiguration);
    }
    for (const [name, object] of objects) {
      let level = this.#levels.get(name);
      if (level === undefined) {
        level = new PriorityLevel(name, () => this.#timers.now / 1000, metrics.level(name));
        this.#levels.set(name, level);
      }
      level.configure(object);
    }
    for (const [name, level] of [...this.#levels]) {
      if (objects.has(name)) continue;
      // Requests that already wait there are still served.
      level.isQuiescing = true;
      if (!level.isIdle) continue;
      this.#levels.delete(name);
      metrics.forget(name);
    }
    this.#ordered = [...this.#levels.values()];
    const specs = new Map(
      [...this.#levels.values()].flatMap(({ name, spec }) => (spec ? [[name, spec] as const] : [])),
    );
    for (const [name, limits] of nominalLimits(this.#options.seats, specs)) {
      const level = this.#levels.get(name) as PriorityLevel;
      // Lent seats stay lent unless the level's share has changed.
      if (level.limits.nominal !== limits.nominal) level.seats = limits.nominal;
      level.limits = limits;
      metrics.limits(name, { ...limits, current: level.seats });
    }
    this.#pumpLater();
  }

  #lendLater(): void {
    this.#cancelLending = this.#timers.after(LENDING_PERIOD, () => {
      this.#lend();
      this.#lendLater();
    });
  }

  /** Moves seats from levels that do not use them to those that could. */
  #lend(): void {
    const { metrics, seats } = this.#options;
    const now = this.#timers.now / 1000;
    const limited = [...this.#levels.values()].filter(({ isExempt }) => !isExempt);
    const claims = limited.map(({ limits, demand, name }) => {
      const { high, smooth } = demand.settle(now);
      metrics.demand(name, high, smooth);
      // Seats in use are not taken away; unwanted seats are lent.
      const lower = Math.max(limits.lower, Math.min(limits.nominal, high));
      return { lower, upper: limits.upper, target: Math.max(lower, smooth) };
    });
    const nominal = limited.reduce((sum, { limits }) => sum + limits.nominal, 0);
    for (const [i, allotted] of allocateSeats(Math.max(nominal, seats), claims).entries()) {
      const level = limited[i] as PriorityLevel;
      level.seats = Math.round(allotted);
      metrics.limits(level.name, { ...level.limits, current: level.seats });
      if (level.waiting > 0) this.#pumpLater();
    }
  }
}

/** For requests without a matching schema, as on a server whose objects do not exist yet. */
const FREE: Seat = { headers: {}, release: () => undefined };
