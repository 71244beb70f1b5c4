import type { ServiceAccountTokenProjection } from "kubernetes-types/core/v1";
import type { NodePod } from "../pods/podParts.ts";
import type { ProgramTime } from "../programs/program.ts";

/** A token as the API gave it. */
export interface GivenToken {
  readonly token: string;
  /** Milliseconds that it was asked for. */
  readonly life: number;
}

export interface PodTokensParts {
  readonly time: Pick<ProgramTime, "now" | "world">;
  /** Asks the API for a new one. */
  request(pod: NodePod, projection: ServiceAccountTokenProjection): Promise<GivenToken>;
}

interface Kept extends GivenToken {
  /** When it was got, by the sandbox's clock and by the world's. */
  readonly now: number;
  readonly world: number;
}

/** The part of its life after which a token is replaced, and the longest time that one is kept. */
const GOOD = 0.8;
const LONGEST = 24 * 3_600_000;

/**
 * The tokens that a node has for the accounts of its pods. Each is kept while it is good and replaced before it expires, also
 * for those who live by a sandbox's faster clock.
 */
export class PodTokens {
  readonly #parts: PodTokensParts;
  /** By the pod's uid, then by what was asked for. */
  readonly #kept = new Map<string, Map<string, Kept>>();

  constructor(parts: PodTokensParts) {
    this.#parts = parts;
  }

  /** @throws ApiError when there is no good one, and none is given */
  async of(pod: NodePod, projection: ServiceAccountTokenProjection): Promise<string> {
    const { metadata } = pod;
    const key = keyOf(projection);
    const before = this.#kept.get(metadata.uid ?? "")?.get(key);
    if (before !== undefined && !this.#isOld(before)) return before.token;
    const { time, request } = this.#parts;
    try {
      const given = { ...(await request(pod, projection)), now: time.now(), world: time.world() };
      const own = this.#kept.get(metadata.uid ?? "") ?? new Map<string, Kept>();
      this.#kept.set(metadata.uid ?? "", own.set(key, given));
      return given.token;
    } catch (error) {
      // One that is old may be good for a while.
      if (before !== undefined && time.world() - before.world < before.life) return before.token;
      throw error;
    }
  }

  /** Whether one that was given is to be replaced. */
  isDue({ metadata }: NodePod, projection: ServiceAccountTokenProjection): boolean {
    const kept = this.#kept.get(metadata.uid ?? "")?.get(keyOf(projection));
    return kept !== undefined && this.#isOld(kept);
  }

  /** A pod is no more. */
  forget({ metadata }: NodePod): void {
    this.#kept.delete(metadata.uid ?? "");
  }

  #isOld({ now, world, life }: Kept): boolean {
    const { time } = this.#parts;
    return Math.max(time.now() - now, time.world() - world) >= Math.min(life * GOOD, LONGEST);
  }
}

const keyOf = ({ audience = "", expirationSeconds = 0 }: ServiceAccountTokenProjection): string =>
  `${expirationSeconds} ${audience}`;
