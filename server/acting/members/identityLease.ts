import { createHash, randomUUID } from "node:crypto";
import type { Lease } from "kubernetes-types/coordination/v1";
import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import { microTimestamp } from "../../../shared/time.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import { encodeBase32 } from "../../ground/formats/encodings/base32.ts";
import type { Timers } from "../../ground/timing/timers.ts";

/** The lease duration in seconds, and the periods in milliseconds; all as in the reference. */
const DURATION = 3600;
const RENEWAL = 10_000;
const CLEANING = 3600_000;

export interface IdentityLeaseParts {
  readonly client: ApiClient;
  readonly vocabulary: Vocabulary;
  readonly hostname: string;
  /** Distinguishes servers on one host. */
  readonly port: number;
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  now(): number;
  onError(error: unknown): void;
}

/** The identity lease of a server among those of its store, which is renewed until stopped. */
export interface IdentityLease {
  /** Resolves when the lease exists, or the first attempt to create it has failed. */
  readonly first: Promise<void>;
  stop(): Promise<void>;
}

/** The identity name of a server: the same at every start. @example serverName("host", 6443) */
export function serverName(hostname: string, port: number): string {
  const hash = createHash("sha256").update(`${hostname}:${port}`).digest().subarray(0, 16);
  return `apiserver-${encodeBase32(hash).toLowerCase()}`;
}

/**
 * Maintains this server's identity lease as the reference does: it is renewed every ten seconds, and left to expire
 * when the server stops. Once an hour, expired leases of other servers are removed.
 */
export function keepIdentityLease(parts: IdentityLeaseParts): IdentityLease {
  const { client, vocabulary, hostname, timers, now, onError } = parts;
  const group = vocabulary.render("coordination.{domain}");
  const namespace = vocabulary.systemNamespace;
  const leases = { group, version: "v1", resource: "leases", namespace };
  const name = serverName(hostname, parts.port);
  const holder = `${name}_${randomUUID()}`;
  const identity = vocabulary.render("apiserver.{labelDomain}/identity");
  const server = vocabulary.render("{prefix}-apiserver");
  const labels = { [identity]: server, [vocabulary.render("{labelDomain}/hostname")]: hostname };

  const renew = async (): Promise<void> => {
    const spec = { holderIdentity: holder, leaseDurationSeconds: DURATION, renewTime: microTimestamp(now()) };
    try {
      const found = await client.get({ ...leases, name });
      const metadata = { ...found.metadata, labels: { ...found.metadata.labels, ...labels } };
      await client.update({ ...leases, name }, { ...found, metadata, spec: { ...(found["spec"] as object), ...spec } });
    } catch (error) {
      if (!isApiError(error, "NotFound")) throw error;
      await client.create(leases, { metadata: { name, namespace, labels }, spec });
    }
  };

  const removeExpired = async (): Promise<void> => {
    const { items } = await client.list(leases, { labelSelector: `${identity}=${server}` });
    for (const lease of items.filter((each) => isExpired(each, now()))) {
      const { name: gone = "", resourceVersion = "" } = lease.metadata;
      try {
        await client.delete({ ...leases, name: gone }, { resourceVersion });
      } catch (error) {
        // The lease's server is back, or another server has removed the lease.
        if (!isApiError(error, "Conflict") && !isApiError(error, "NotFound")) throw error;
      }
    }
  };

  const renewing = repeat(timers, RENEWAL, () => renew().catch(onError));
  const cleaning = repeat(timers, CLEANING, () => removeExpired().catch(onError));
  return {
    first: renewing.first,
    async stop() {
      await Promise.all([renewing.stop(), cleaning.stop()]);
    },
  };
}

function isExpired(lease: ApiObject, now: number): boolean {
  const { renewTime, leaseDurationSeconds = 0 } = (lease["spec"] ?? {}) as NonNullable<Lease["spec"]>;
  return renewTime === undefined || Date.parse(renewTime) + leaseDurationSeconds * 1000 < now;
}

/** Works at once, and again after each completion plus an interval, until stopped. */
function repeat(
  timers: Timers,
  period: number,
  work: () => Promise<void>,
): { first: Promise<void>; stop(): Promise<void> } {
  let stopped = false;
  let cancel = (): void => undefined;
  const round = (): Promise<void> =>
    work().then(() => {
      if (stopped) return;
      cancel = timers.after(period, () => {
        working = round();
      });
    });
  const first = round();
  let working = first;
  return {
    first,
    async stop() {
      stopped = true;
      cancel();
      await working;
    },
  };
}
