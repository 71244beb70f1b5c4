import type { ApiObject } from "../../../../shared/object.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import type { EventRecorder } from "../../events/eventRecorder.ts";
import type { Informers } from "../../informers/informers.ts";
import type { ClaimStatus } from "../../volumes/claimSize.ts";
import { CLAIMS, type Claim, VOLUMES, type Volume } from "../../volumes/kinds.ts";

export interface GrowParts {
  /** A client that acts as the node. */
  readonly client: Pick<ApiClient, "update">;
  readonly informers: Informers;
  readonly recorder: EventRecorder;
  readonly nodeName: string;
}

const PENDING = "FileSystemResizePending";

/** Whether a claim's file system must be grown on the node that uses it. */
export const isToGrow = (object: ApiObject): boolean =>
  ((object as Claim).status?.conditions ?? []).some(({ type, status }) => type === PENDING && status === "True");

/** Grows the file system of a claim to the size of its volume, for the pods that use it. @throws ApiError */
export async function growOnNode(parts: GrowParts, object: ApiObject, users: readonly ApiObject[]): Promise<void> {
  const { client, informers, recorder, nodeName } = parts;
  const claim = decoded<Claim>(object);
  const { namespace, name } = claim.metadata;
  const volume = informers.of(VOLUMES).get("", claim.spec?.volumeName ?? "") as Volume | undefined;
  const capacity = volume?.spec?.capacity;
  if (capacity === undefined) return;
  const { conditions = [], allocatedResourceStatuses: _, ...rest } = (claim.status ?? {}) as ClaimStatus;
  const left = conditions.filter(({ type }) => type !== PENDING && type !== "Resizing");
  const status = { ...rest, capacity, ...(left.length === 0 ? {} : { conditions: left }) };
  await client.update({ ...CLAIMS, namespace, name, subresource: "status" }, { ...claim, status });
  const message = `MountVolume.NodeExpandVolume succeeded for volume ${JSON.stringify(volume?.metadata.name)} ${nodeName}`;
  for (const each of [...users, claim]) recorder.record(each, "Normal", "FileSystemResizeSuccessful", message);
}
