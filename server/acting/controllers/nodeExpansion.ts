import type { PersistentVolumeClaimCondition } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../shared/object.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { quoted } from "../../../shared/text/quoted.ts";
import { timestamp } from "../../../shared/time.ts";
import { isOn } from "../../api/registry/features.ts";
import { amountIn } from "../../ground/formats/amountIn.ts";
import { keyOf } from "../informers/objectKey.ts";
import { volumeAnnotations } from "../volumes/annotations.ts";
import { expansionState, GROWS_ON_NODE } from "../volumes/claimSize.ts";
import { CLAIMS, type Claim, VOLUMES, type Volume } from "../volumes/kinds.ts";
import { requestedBytes, sizeOf } from "../volumes/matchVolume.ts";
import type { InformedParts } from "./controller.ts";

/** Types of conditions that report how a claim is expanded. */
const ABOUT_SIZE = new Set(["Resizing", "FileSystemResizePending", "ControllerResizeError", "NodeResizeError"]);

/** The states of an expansion in which the allocated size is still being reached, whatever is requested by now. */
const UNDER_WAY = new Set([
  "ControllerResizeInProgress",
  "NodeResizePending",
  "NodeResizeInProgress",
  "NodeResizeInfeasible",
]);

/**
 * The size that an expansion should reach next.
 * @param isGrown whether the volume already has the requested size
 */
function targetOf(claim: Claim, isGrown: boolean): string {
  const { storage: requested = "0" } = claim.spec?.resources?.requests ?? {};
  const { storage: allocated = requested } = claim.status?.allocatedResources ?? {};
  const state = expansionState(claim);
  if (!isGrown) return UNDER_WAY.has(state) ? allocated : requested;
  return ["", "ControllerResizeInProgress", "ControllerResizeInfeasible"].includes(state) ? allocated : requested;
}

/**
 * The conditions of a claim with one more about its expansion, or none.
 * @param keepsOthers whether other conditions about the expansion stay
 */
function conditionsOf(
  { status }: Claim,
  added: PersistentVolumeClaimCondition | undefined,
  keepsOthers: boolean,
): PersistentVolumeClaimCondition[] {
  const known = (status?.conditions ?? []).filter(
    ({ type }) => !ABOUT_SIZE.has(type) || keepsOthers || type === added?.type,
  );
  const same = known.find(({ type }) => type === added?.type);
  if (added === undefined || same?.status === added.status) return known;
  return same === undefined ? [...known, added] : known.map((each) => (each === same ? added : each));
}

/**
 * Expands a volume that only the nodes' agents can expand: nothing has to be done but to write the new size into the
 * volume, and to ask the agent, by conditions of the claim, to grow the file system.
 *
 * @param resizer the name of the volume's driver
 * @throws Error, after an Event about it
 */
export async function expandOnNode(parts: InformedParts, claim: Claim, volume: Volume, resizer: string): Promise<void> {
  const { client, features, recorder, vocabulary, now } = parts;
  const { preResizeCapacity, resizer: resizerAnnotation } = volumeAnnotations(vocabulary);
  const isRecoverable = isOn(features, "RecoverVolumeExpansionFailure");
  const key = keyOf(claim);
  const { name: volumeName = "" } = volume.metadata;

  const condition = (type: string, message?: string): PersistentVolumeClaimCondition => ({
    type,
    status: "True",
    lastTransitionTime: timestamp(now()),
    ...(message === undefined ? {} : { message }),
  });

  /** @param failure what failed, if the write does */
  async function report(before: Claim, failure: string, status: object, note: Record<string, string> = {}) {
    const { namespace, name = "", resourceVersion } = before.metadata;
    const metadata = { resourceVersion, annotations: note };
    const ref = { ...CLAIMS, namespace, name, subresource: "status" };
    const patched = client.patch(ref, { metadata, status });
    return (await explained(`${failure}: patchPVCStatus failed to patch PVC ${quoted(name)}`, patched)) as Claim;
  }

  const patchVolume = (failure: string, patch: Record<string, unknown>): Promise<ApiObject> =>
    explained(failure, client.patch({ ...VOLUMES, name: volumeName }, patch));

  /** Reports that the node's agent has to continue, and keeps the old capacity for a claim that is created anew. */
  async function leaveToNode(before: Claim): Promise<void> {
    await report(before, `error marking pvc ${key} for node expansion`, {
      conditions: conditionsOf(before, condition("FileSystemResizePending", GROWS_ON_NODE), true),
      ...(isRecoverable ? { allocatedResourceStatuses: { storage: "NodeResizePending" } } : {}),
    });
    if (volume.metadata.annotations?.[preResizeCapacity] !== undefined) return;
    const { storage: capacity = "0" } = before.status?.capacity ?? {};
    const failure = `error updating pv ${volumeName} annotation (${preResizeCapacity}) with pre-resize capacity ${capacity}`;
    await patchVolume(failure, { metadata: { annotations: { [preResizeCapacity]: capacity } } });
  }

  async function expand(): Promise<void> {
    const isGrown = sizeOf(volume) >= requestedBytes(claim);
    const state = isRecoverable ? expansionState(claim) : "";
    if (isGrown && (state === "NodeResizePending" || state === "NodeResizeInProgress")) return;
    if (isGrown && state === "NodeResizeInfeasible") return leaveToNode(claim);
    const storage = isRecoverable ? targetOf(claim, isGrown) : (claim.spec?.resources?.requests?.["storage"] ?? "0");
    const begun = await report(
      claim,
      `error updating pvc ${key} with resize in progress`,
      {
        conditions: conditionsOf(claim, condition("Resizing"), false),
        ...(isRecoverable
          ? { allocatedResources: { storage }, allocatedResourceStatuses: { storage: "ControllerResizeInProgress" } }
          : {}),
      },
      { [resizerAnnotation]: resizer },
    );
    if (isRecoverable || !isGrown) {
      const failure = `error updating pv for pvc ${key}: error Patching PV ${quoted(volumeName)} with error `;
      await patchVolume(failure, { spec: { capacity: { storage } } });
    }
    if (volume.spec?.volumeMode !== "Block") return leaveToNode(begun);
    const done = await report(begun, `error marking pvc ${key} as resized`, {
      capacity: { storage },
      conditions: conditionsOf(begun, undefined, false),
      ...(isRecoverable ? { allocatedResourceStatuses: { storage: null } } : {}),
    });
    recorder.record(done, "Normal", "VolumeResizeSuccessful", `ExpandVolume succeeded for volume ${key}`);
  }

  const had = amountIn(claim.status?.capacity?.["storage"] ?? "0", false);
  const isDone = had >= requestedBytes(claim) && had >= sizeOf(volume);
  if (isDone && volume.metadata.annotations?.[preResizeCapacity] !== undefined) {
    await client.patch({ ...VOLUMES, name: volumeName }, { metadata: { annotations: { [preResizeCapacity]: null } } });
    return;
  }
  try {
    await expand();
  } catch (error) {
    recorder.record(claim, "Warning", "VolumeResizeFailed", messageOf(error));
    throw error;
  }
}

/** @throws Error with the reason of the failure, after a text that says what failed */
async function explained<T>(failure: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw new Error(`${failure}: ${messageOf(error)}`, { cause: error });
  }
}
