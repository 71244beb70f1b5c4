import type { JWK } from "jose";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { isAged } from "../../../ground/timing/isAged.ts";
import type { FetchDocument } from "../../webhook/fetchDocument.ts";
import { parseDocument } from "./discoverProvider.ts";

/** The public keys of a provider, cached until they seem to have changed. */
export interface ProviderKeys {
  /**
   * The cached keys; fetched when there are none yet. Old keys are refreshed in the background, so that revoked ones
   * disappear, and an unreachable provider does no harm.
   * @throws Error when they cannot be fetched
   */
  current(): Promise<readonly JWK[]>;
  /**
   * Fetches the keys again, because none of the cached ones fits a token. Concurrent calls share one request. Requests
   * are rate-limited, because any client may send tokens with invented keys.
   * @returns undefined when the limit is reached
   * @throws Error when they cannot be fetched
   */
  refresh(): Promise<readonly JWK[] | undefined>;
}

export interface ProviderKeysOptions {
  readonly jwksUri: string;
  readonly fetch: FetchDocument;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Milliseconds after which cached keys are refreshed. */
export const KEYS_MAX_AGE = 5 * 60_000;
/** Maximum number of requests that tokens may cause at once; */
export const REFRESH_BURST = 3;
/** milliseconds after which one more request is permitted. */
export const REFRESH_INTERVAL = 10_000;
const MAX_KEYS = 1000;

export function providerKeys({ jwksUri, fetch, signal, now }: ProviderKeysOptions): ProviderKeys {
  let kept: { readonly keys: readonly JWK[]; readonly at: number } | undefined;
  let fetching: Promise<readonly JWK[]> | undefined;
  let tickets = REFRESH_BURST;
  let issued = now();

  const load = (): Promise<readonly JWK[]> => {
    fetching ??= fetchKeys(jwksUri, fetch, signal)
      .then((keys) => {
        kept = { keys, at: now() };
        return keys;
      })
      .finally(() => {
        fetching = undefined;
      });
    return fetching;
  };

  const mayFetch = (): boolean => {
    // After the clock was set back, tickets are counted from the new time.
    issued = Math.min(issued, now());
    const due = Math.floor((now() - issued) / REFRESH_INTERVAL);
    if (due > 0) {
      tickets = Math.min(REFRESH_BURST, tickets + due);
      issued += due * REFRESH_INTERVAL;
    }
    if (tickets === 0) return false;
    tickets -= 1;
    return true;
  };

  return {
    async current() {
      if (kept === undefined) {
        if (fetching === undefined && !mayFetch()) throw new Error("oidc: get keys failed: too many attempts");
        return load();
      }
      if (isAged(kept.at, KEYS_MAX_AGE, now()) && fetching === undefined && mayFetch()) load().catch(() => {});
      return kept.keys;
    },
    async refresh() {
      return fetching !== undefined || mayFetch() ? load() : undefined;
    },
  };
}

async function fetchKeys(url: string, fetch: FetchDocument, signal: AbortSignal): Promise<readonly JWK[]> {
  let answer: Awaited<ReturnType<FetchDocument>>;
  try {
    answer = await fetch(url, signal);
  } catch (error) {
    throw new Error(`oidc: get keys failed ${messageOf(error)}`);
  }
  if (answer.status !== 200) throw new Error(`oidc: get keys failed: ${answer.status} ${answer.statusText}`);
  const { keys } = parseDocument(answer.text, "oidc: failed to decode keys");
  if (!Array.isArray(keys)) return [];
  const isKey = (key: unknown): key is JWK => typeof key === "object" && key !== null && "kty" in key;
  return keys.slice(0, MAX_KEYS).filter(isKey);
}
