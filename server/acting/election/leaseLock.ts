import type { Lease } from "kubernetes-types/coordination/v1";

import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import { microTimestamp, timestamp } from "../../../shared/time.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient, ResourceReference } from "../../api/client/apiClient.ts";
import type { ElectionLock, ElectionRecord } from "./leaderElector.ts";

/** A lock that also reports changes of the leader. */
export interface LeaseLock extends ElectionLock {
  /** Writes an Event about the lease, in the name of the program that takes part in the election. */
  recordEvent(message: string, now: number): Promise<void>;
}

export interface LeaseLockParts {
  readonly client: ApiClient;
  readonly vocabulary: Vocabulary;
  readonly namespace: string;
  readonly name: string;
  /** The component name in Events: `kube-controller-manager`. */
  readonly component: string;
}

/** Stores the record of an election in a Lease object. Writes name the version that was read. */
export function leaseLock({ client, vocabulary, namespace, name, component }: LeaseLockParts): LeaseLock {
  const group = vocabulary.render("coordination.{domain}");
  const leases: ResourceReference = { group, version: "v1", resource: "leases", namespace };
  /** The lease as last read or written. */
  let last: ApiObject | undefined;
  return {
    async read() {
      try {
        last = await client.get({ ...leases, name });
      } catch (error) {
        if (isApiError(error) && error.code === 404) return undefined;
        throw error;
      }
      return { record: recordOf(last), version: last.metadata.resourceVersion ?? "" };
    },
    async create(record) {
      last = await client.create(leases, { metadata: { name, namespace }, spec: specOf(record) });
    },
    async update(record, version) {
      const spec = { ...(last?.["spec"] as object | undefined), ...specOf(record) };
      const metadata = { ...last?.metadata, name, namespace, resourceVersion: version };
      last = await client.update({ ...leases, name }, { ...last, metadata, spec });
    },
    async recordEvent(message, now) {
      const time = timestamp(now);
      const { uid, resourceVersion } = last?.metadata ?? {};
      const involvedObject = { kind: "Lease", apiVersion: `${group}/v1`, namespace, name, uid, resourceVersion };
      await client.create(
        { group: "", version: "v1", resource: "events", namespace },
        {
          metadata: { name: `${name}.${(BigInt(now) * 1_000_000n).toString(16)}`, namespace },
          involvedObject,
          reason: "LeaderElection",
          message,
          type: "Normal",
          source: { component },
          reportingComponent: component,
          firstTimestamp: time,
          lastTimestamp: time,
          count: 1,
        },
      );
    },
  };
}

function recordOf(object: ApiObject): ElectionRecord {
  const spec = (object["spec"] ?? {}) as NonNullable<Lease["spec"]>;
  const time = (value: unknown): number => (typeof value === "string" ? Date.parse(value) : 0);
  return {
    holder: spec.holderIdentity ?? "",
    leaseSeconds: spec.leaseDurationSeconds ?? 0,
    acquired: time(spec.acquireTime),
    renewed: time(spec.renewTime),
    transitions: spec.leaseTransitions ?? 0,
  };
}

const specOf = (record: ElectionRecord): object => ({
  holderIdentity: record.holder,
  leaseDurationSeconds: record.leaseSeconds,
  acquireTime: microTimestamp(record.acquired),
  renewTime: microTimestamp(record.renewed),
  leaseTransitions: record.transitions,
});
