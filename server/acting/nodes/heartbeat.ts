import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import { microTimestamp } from "../../../shared/time.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient, ResourceReference } from "../../api/client/apiClient.ts";

/** Duration of a node's lease, in seconds. */
const DURATION = 40;
/** Milliseconds between two renewals of the lease. */
export const HEARTBEAT = 10_000;

export interface LeaseParts {
  readonly client: ApiClient;
  readonly vocabulary: Vocabulary;
  readonly name: string;
  /** The node, which is the owner of the lease. */
  node(): ApiObject | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The lease by which a node shows that its agent is alive. */
export class NodeLease {
  readonly #parts: LeaseParts;
  readonly #ref: ResourceReference;
  #lease: ApiObject | undefined;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
    const { vocabulary } = parts;
    const group = vocabulary.render("coordination.{domain}");
    this.#ref = { group, version: "v1", resource: "leases", namespace: vocabulary.nodeLeaseNamespace };
  }

  /** @throws ApiError */
  async renew(): Promise<void> {
    const { client, name, now } = this.#parts;
    const ref = { ...this.#ref, name };
    const spec = { holderIdentity: name, leaseDurationSeconds: DURATION, renewTime: microTimestamp(now()) };
    try {
      const lease = this.#lease ?? (await client.get(ref));
      this.#lease = await client.update(ref, { ...lease, spec: { ...(lease["spec"] as object), ...spec } });
    } catch (error) {
      this.#lease = undefined;
      if (!isApiError(error, "NotFound")) throw error;
      this.#lease = await client.create(this.#ref, this.#leaseObject(spec));
    }
  }

  #leaseObject(spec: object): ApiObject {
    const { name, node } = this.#parts;
    const uid = node()?.metadata.uid;
    const owner = { apiVersion: "v1", kind: "Node", name, uid: uid ?? "" };
    const { namespace = "" } = this.#ref;
    return { metadata: { name, namespace, ...(uid === undefined ? {} : { ownerReferences: [owner] }) }, spec };
  }
}
