import type { ServiceAccountTokenProjection } from "kubernetes-types/core/v1";
import type { NodePod } from "../pods/podParts.ts";
import type { ProgramTime } from "../programs/program.ts";

/** A token that the API issued. */
export interface GivenToken {
  readonly token: string;
  /** The requested lifetime in milliseconds. */
  readonly life: number;
}

export interface PodTokensParts {
  readonly time: Pick<ProgramTime, "now" | "realNow">;
  /** Requests a new token from the API. */
  request(pod: NodePod, projection: ServiceAccountTokenProjection): Promise<GivenToken>;
}

interface Kept extends GivenToken {
  /** When the token was issued, by the sandbox's clock and by real time. */
  readonly now: number;
  readonly realTime: number;
}

/**
 * The fraction of its lifetime after which a token is replaced, and the longest time in milliseconds for which one is
 * kept.
 */
const REFRESH_FRACTION = 0.8;
const LONGEST = 24 * 3_600_000;

/**
 * The tokens that a node has for the service accounts of its pods. Each is cached, and replaced before it expires. Its
 * age counts both by real time and by a sandbox's faster clock.
 */
export class PodTokens {
  readonly #parts: PodTokensParts;
  /** Cached tokens by the pod's uid, then by the request. */
  readonly #kept = new Map<string, Map<string, Kept>>();

  constructor(parts: PodTokensParts) {
    this.#parts = parts;
  }

  /**
   * A token for the pod. If the API issues none, it is the last one, even if that has expired: files keep their tokens.
   * @throws ApiError when the API has never issued one
   */
  async of(pod: NodePod, projection: ServiceAccountTokenProjection): Promise<string> {
    const { metadata } = pod;
    const key = keyOf(projection);
    const before = this.#kept.get(metadata.uid ?? "")?.get(key);
    if (before !== undefined && !this.#isOld(before)) return before.token;
    const { time, request } = this.#parts;
    try {
      const given = { ...(await request(pod, projection)), now: time.now(), realTime: time.realNow() };
      const own = this.#kept.get(metadata.uid ?? "") ?? new Map<string, Kept>();
      this.#kept.set(metadata.uid ?? "", own.set(key, given));
      return given.token;
    } catch (error) {
      if (before !== undefined) return before.token;
      throw error;
    }
  }

  /** Whether the pod's token is due for replacement. */
  isDue({ metadata }: NodePod, projection: ServiceAccountTokenProjection): boolean {
    const kept = this.#kept.get(metadata.uid ?? "")?.get(keyOf(projection));
    return kept !== undefined && this.#isOld(kept);
  }

  /** Drops the tokens of a pod that is gone. */
  forget({ metadata }: NodePod): void {
    this.#kept.delete(metadata.uid ?? "");
  }

  #isOld({ now, realTime, life }: Kept): boolean {
    const { time } = this.#parts;
    return Math.max(time.now() - now, time.realNow() - realTime) >= Math.min(life * REFRESH_FRACTION, LONGEST);
  }
}

const keyOf = ({ audience = "", expirationSeconds = 0 }: ServiceAccountTokenProjection): string =>
  `${expirationSeconds} ${audience}`;
