import type { PersistentVolumeClaimCondition } from "kubernetes-types/core/v1";
import { timestamp } from "../../../shared/time.ts";
import { decoded } from "../../api/registry/strategies/narrow.ts";
import { amountIn } from "../../ground/formats/amountIn.ts";
import { type InformedParts, type RunningController, startController } from "../controllers/controller.ts";
import { keyOf, splitKey } from "../informers/objectKey.ts";
import { type ClaimStatus, expansionState, GROWS_ON_NODE } from "../volumes/claimSize.ts";
import { CLAIMS, type Claim, VOLUMES, type Volume } from "../volumes/kinds.ts";
import { requestedBytes, sizeOf } from "../volumes/matchVolume.ts";
import { DRIVER } from "./diskNames.ts";

/** Expands simulated disks whose claims request more. The file system is grown by the node that uses the disk. */
export function diskResizer(parts: InformedParts): RunningController {
  const { client, informers, recorder, now } = parts;
  const claims = informers.of(CLAIMS);
  const volumes = informers.of(VOLUMES);

  async function report(claim: Claim, status: ClaimStatus): Promise<Claim> {
    const { namespace, name } = claim.metadata;
    const ref = { ...CLAIMS, namespace, name, subresource: "status" };
    return decoded<Claim>(await client.update(ref, { ...claim, status }));
  }

  const condition = (type: string, message?: string): PersistentVolumeClaimCondition => ({
    type,
    status: "True",
    lastTransitionTime: timestamp(now()),
    ...(message === undefined ? {} : { message }),
  });

  /** A claim's status with one condition about resizing, or none. */
  function statusOf({ status }: Claim, about: PersistentVolumeClaimCondition | undefined): ClaimStatus {
    const { conditions = [], ...rest } = (status ?? {}) as ClaimStatus;
    const others = conditions.filter(({ type }) => type !== "Resizing" && type !== "FileSystemResizePending");
    return { ...rest, conditions: about === undefined ? others : [...others, about] };
  }

  async function grow(claim: Claim, volume: Volume): Promise<void> {
    const { name } = volume.metadata;
    const storage = claim.spec?.resources?.requests?.["storage"] ?? "0";
    const allocated = (state: string) => ({
      allocatedResources: { storage },
      allocatedResourceStatuses: { storage: state },
    });
    let current = claim;
    if (sizeOf(volume) < requestedBytes(claim)) {
      const begun = { ...statusOf(claim, condition("Resizing")), ...allocated("ControllerResizeInProgress") };
      current = await report(claim, begun);
      recorder.record(current, "Normal", "Resizing", `External resizer is resizing volume ${name}`);
      const spec = { ...volume.spec, capacity: { ...volume.spec?.capacity, storage } };
      await client.update({ ...VOLUMES, name }, { ...volume, spec });
    }
    if (volume.spec?.volumeMode === "Block") {
      const { allocatedResourceStatuses: _, ...done } = statusOf(current, undefined);
      current = await report(current, { ...done, allocatedResources: { storage }, capacity: { storage } });
      recorder.record(current, "Normal", "VolumeResizeSuccessful", "Resize volume succeeded");
      return;
    }
    if (expansionState(current) === "NodeResizePending") return;
    const pending = condition("FileSystemResizePending", GROWS_ON_NODE);
    current = await report(current, { ...statusOf(current, pending), ...allocated("NodeResizePending") });
    recorder.record(current, "Normal", "FileSystemResizeRequired", "Require file system resize of volume on node");
  }

  return startController(parts, {
    sources: [{ informer: claims, keys: ({ object }) => (needsResize(object as Claim) ? [keyOf(object)] : []) }],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const claim = claims.get(namespace, name);
      if (claim === undefined || !needsResize(claim as Claim)) return undefined;
      const volume = volumes.get("", (claim as Claim).spec?.volumeName ?? "") as Volume | undefined;
      if (volume?.spec?.csi?.driver !== DRIVER || volume.spec.claimRef?.uid !== claim.metadata.uid) return undefined;
      await grow(decoded<Claim>(claim), decoded<Volume>(volume));
      await informers.fresh();
      return undefined;
    },
  });
}

const needsResize = (claim: Claim): boolean =>
  claim.status?.phase === "Bound" && requestedBytes(claim) > amountIn(claim.status.capacity?.["storage"] ?? "0", false);
