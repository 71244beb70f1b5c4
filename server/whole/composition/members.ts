import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Authentication } from "../../access/authentication/setup.ts";
import { publishApiEndpoints } from "../../acting/members/apiEndpoints.ts";
import {
  certificateHashes,
  disagreements,
  type Fingerprint,
  fingerprintText,
  parseFingerprint,
} from "../../acting/members/fingerprint.ts";
import { keepIdentityLease } from "../../acting/members/identityLease.ts";
import { ServerPresence } from "../../acting/members/serverPresence.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { systemTimers } from "../../ground/timing/timers.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import { MASTER_LEASES, SERVERS } from "../../store/storage/keyLayout.ts";
import type { Value } from "../../store/storage/storage.ts";
import { insideAddress, knownAddress, publishedAddress } from "../options/memberFlags.ts";
import type { Foundation } from "./foundation.ts";
import type { Encryption } from "./storage/encryption.ts";
import type { Store } from "./storage/openStore.ts";

/**
 * Maintains the identity lease of this server, unless its feature gate is off.
 * @param port the port that the server listens on
 */
export async function startIdentityLease(
  { vocabulary, features, now, log, lifetime }: Foundation,
  client: ApiClient,
  port: number,
): Promise<void> {
  if (!features.enabled("APIServerIdentity")) return;
  const lease = keepIdentityLease({
    client,
    vocabulary,
    hostname: hostname(),
    port,
    timers: systemTimers,
    now,
    onError: (err) => log.warn({ err }, "the identity lease of this server could not be renewed"),
  });
  lifetime.add(() => lease.stop());
  await lease.first;
}

/** This server's membership among those that share its store. */
export interface Membership {
  /** Known addresses of the servers that share the store: this one's own, and those of other living servers. */
  addresses(): readonly string[];
  /**
   * Publishes the address of this server for other servers and for pods, from now on.
   * @param port the port that the server listens on
   */
  announce(client: ApiClient, port: number): Promise<void>;
}

/** The inputs of a membership. */
export interface MembershipParts {
  readonly store: Store;
  readonly authentication: Authentication;
  readonly encryption: Encryption;
}

/**
 * Joins the servers that share the store. If the store is not shared, this server is the only member.
 * @throws OptionError when this server differs from an earlier one in a setting that must be equal, or cannot be
 *   reached through the API's own service
 */
export async function joinMembers(foundation: Foundation, parts: MembershipParts): Promise<Membership> {
  const { options } = foundation;
  const own = knownAddress(options);
  const address = publishedAddress(options);
  const inside = insideAddress(options);
  const addresses = (): readonly string[] => (inside === undefined ? [own] : [own, inside]);
  if (options.readOnly) return { addresses, announce: async () => undefined };
  const published = address ?? inside;
  if (parts.store.isShared) return joinOthers(foundation, parts, { published, own });
  return {
    addresses,
    async announce(client, port) {
      if (published === undefined) return;
      const { vocabulary } = foundation;
      await publishApiEndpoints({ client, reader: parts.store.hub, vocabulary, port }, [published]);
    },
  };
}

async function joinOthers(
  foundation: Foundation,
  parts: MembershipParts,
  { published, own: ownAddress }: { readonly published: string | undefined; readonly own: string },
): Promise<Membership> {
  const { vocabulary, lifetime, log } = foundation;
  const { storage, hub, codec } = parts.store;
  const fingerprint = fingerprintOf(foundation, parts);
  const own = { key: `${SERVERS}${randomUUID()}`, value: fingerprintText(fingerprint) };
  let lease: { readonly key: string; readonly value: Value } | undefined;
  let others: readonly string[] = [];
  let publish: (addresses: readonly string[]) => Promise<void> = async () => undefined;
  const publishAll = async (): Promise<void> => {
    const { items } = await storage.range({ prefix: MASTER_LEASES });
    await hub.fresh();
    others = items.map(({ key }) => key.slice(MASTER_LEASES.length));
    if (others.length > 0) await publish(others);
  };
  const onError = (err: unknown): void => log.warn({ err }, "other servers were not told of this one");
  const presence = new ServerPresence({
    storage,
    timers: systemTimers,
    entries: () => [own, ...(lease === undefined ? [] : [lease])],
    onRenewed: publishAll,
    onError,
  });
  await presence.start();
  lifetime.add(async () => {
    await presence.stop();
    if (lease !== undefined) await publishAll().catch(onError);
  });
  await refuseDifference(parts.store, own.key, fingerprint, (other) =>
    log.warn({ other }, "a server of another version shares the store: what must be equal is not compared"),
  );
  return {
    addresses: () => [ownAddress, ...others],
    async announce(client, port) {
      if (published === undefined) return;
      const subsets = [{ addresses: [{ ip: published }] }];
      const object = { apiVersion: "v1", kind: "Endpoints", metadata: {}, subsets };
      lease = { key: `${MASTER_LEASES}${published}`, value: await inTurns(codec.encode(object)) };
      publish = (addresses) => publishApiEndpoints({ client, reader: hub, vocabulary, port }, addresses);
      await presence.renew();
    },
  };
}

/**
 * The earlier server's settings take precedence: of two servers that start at once, one gives way.
 * @param onUnknown called with the key of a server that cannot be compared
 * @throws OptionError
 */
async function refuseDifference(
  { storage }: Store,
  own: string,
  fingerprint: Fingerprint,
  onUnknown: (key: string) => void,
): Promise<void> {
  const { items } = await storage.range({ prefix: SERVERS });
  const joined = items.find(({ key }) => key === own)?.createRevision ?? Number.POSITIVE_INFINITY;
  for (const { key, createRevision, value } of items) {
    if (createRevision >= joined) continue;
    const other = parseFingerprint(Buffer.from(value).toString());
    if (other === undefined) {
      onUnknown(key);
      continue;
    }
    const differences = disagreements(fingerprint, other);
    if (differences.length === 0) continue;
    throw new OptionError(
      `this server cannot join the others on its store, because it differs from them in: ${differences.join("; ")}. ` +
        "Give all servers of one store the same",
    );
  }
}

function fingerprintOf({ options, vocabulary }: Foundation, parts: MembershipParts): Fingerprint {
  const { authentication, encryption, store } = parts;
  const { keys, issuers } = authentication.serviceAccounts;
  return {
    vocabulary: vocabulary.render("{product}"),
    serviceClusterIpRange: options.serviceClusterIpRange,
    serviceNodePortRange: options.serviceNodePortRange,
    issuers,
    tokenKeys: { makes: authentication.serviceAccounts.signer, accepts: keys.map(({ id }) => id) },
    authorities: {
      makes: certificateHashes(store.pki.authority.certificate)[0] ?? "",
      accepts: certificateHashes(authentication.clientCa),
    },
    proxies: certificateHashes(authentication.requestHeaderCa),
    encryption: encryption.fingerprint,
  };
}
