import type { ApiObject } from "../../../../shared/object.ts";
import { keyOf, splitKey } from "../../informers/objectKey.ts";
import { nodeOf } from "../../volumes/attachable.ts";
import { attachedVolume, volumeAttachments } from "../../volumes/attachments.ts";
import { CLAIMS } from "../../volumes/kinds.ts";
import { claimKeysOf } from "../../volumes/usedClaims.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { NodeAttachments } from "./nodeAttachments.ts";

const PODS = { group: "", resource: "pods" };
const NODES = { group: "", resource: "nodes" };
/** Milliseconds until a volume that is still attached to another node is checked again. */
const RETRY = 2_000;

const nodeKeys = (objects: readonly ApiObject[]): string[] => [
  ...new Set(objects.flatMap(nodeOf).flatMap((node) => (node === "" ? [] : [`/${node}`]))),
];

/** Attaches volumes to the nodes whose pods need them, and detaches them from all others. */
export function attachDetachController(parts: InformedParts): RunningController {
  const { informers, vocabulary } = parts;
  const pods = informers.of(PODS);
  const nodes = informers.of(NODES);
  const known = informers.of(volumeAttachments(vocabulary));
  const attachments = new NodeAttachments(parts);
  return startController(parts, {
    // One key at a time, so that an exclusive volume is never attached to two nodes.
    concurrency: 1,
    needs: [
      ...[claimKeysOf, nodeOf].map((valuesOf) => pods.indexed(valuesOf)),
      ...[nodeOf, attachedVolume].map((valuesOf) => known.indexed(valuesOf)),
    ],
    sources: [
      { informer: nodes },
      { informer: pods, keys: ({ object }) => (claimKeysOf(object).length > 0 ? nodeKeys([object]) : []) },
      { informer: informers.of(CLAIMS), keys: ({ object }) => nodeKeys(pods.by(claimKeysOf, keyOf(object))) },
      { informer: known, keys: ({ object }) => nodeKeys([object]) },
    ],
    async reconcile(key) {
      const { name } = splitKey(key);
      const isWaiting = await attachments.sync(name, nodes.get("", name));
      await informers.fresh();
      return isWaiting ? { requeueAfter: RETRY } : undefined;
    },
  });
}
