import type { Node, PersistentVolume, PersistentVolumeClaim } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../../shared/object.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { decoded } from "../../../../api/registry/strategies/narrow.ts";
import type { Informer } from "../../../informers/informers.ts";
import { volumeAnnotations } from "../../../volumes/annotations.ts";
import type { Claim, Volume } from "../../../volumes/kinds.ts";
import { reaches } from "../../../volumes/matchVolume.ts";
import { isFullyBound } from "./podClaims.ts";

/** What the bindings of a pod's volumes depend on. */
export interface BindingState {
  readonly claims: Pick<Informer, "get">;
  readonly volumes: Pick<Informer, "get">;
  readonly pods: Pick<Informer, "get">;
  readonly nodes: Pick<Informer, "get">;
  readonly vocabulary: Vocabulary;
}

/** The objects that the scheduler has written for a pod, as the API returned them. */
export interface WrittenBindings {
  readonly bound: readonly { readonly claim: PersistentVolumeClaim; readonly volume: Volume }[];
  /** Claims for which a volume is being provisioned on the node. */
  readonly provisioned: readonly Claim[];
}

/** The pod that waits for its volumes, and its node. */
export interface BindingPod {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
}

/**
 * Whether all claims are bound, in the order and with the texts of the reference.
 * @throws Error when a claim cannot be bound as planned: the pod must be scheduled again
 */
export function areBound(state: BindingState, written: WrittenBindings, pod: BindingPod): boolean {
  const { claims, volumes, vocabulary } = state;
  const node = state.nodes.get("", pod.node);
  if (node === undefined) throw new Error(`failed to get node ${quoted(pod.node)}: node ${quoted(pod.node)} not found`);
  if (state.pods.get(pod.namespace, pod.name) === undefined) {
    throw new Error(`pod does not exist any more: pod ${quoted(pod.name)} not found`);
  }
  for (const { claim, volume } of written.bound) {
    const { name = "" } = volume.metadata;
    const stored = volumes.get("", name);
    if (stored === undefined)
      throw new Error(`failed to check binding: could not find v1.PersistentVolume ${quoted(name)}`);
    const bound = claimOf(claims, claim, "failed to check binding");
    const now = decoded<PersistentVolume>(stored);
    if (isBehind(now, volume)) return false;
    checkNode(now, node);
    if ((now.spec?.claimRef?.uid ?? "") === "") throw new Error(`ClaimRef got reset for pv ${quoted(name)}`);
    if (!isFullyBound(bound, vocabulary)) return false;
  }
  const { selectedNode } = volumeAnnotations(vocabulary);
  for (const claim of written.provisioned) {
    const now = claimOf(claims, claim, "failed to check provisioning pvc");
    if (isBehind(now, claim)) return false;
    const { name = "", annotations } = now.metadata ?? {};
    if (annotations === undefined) throw new Error(`selectedNode annotation reset for PVC ${quoted(name)}`);
    // The provisioner has given up on this node: another node may work.
    if (annotations[selectedNode] !== pod.node) throw new Error(`provisioning failed for PVC ${quoted(name)}`);
    const volumeName = now.spec?.volumeName ?? "";
    if (volumeName !== "") {
      const volume = volumes.get("", volumeName);
      if (volume === undefined) return false;
      checkNode(decoded<PersistentVolume>(volume), node);
    }
    if (!isFullyBound(now, vocabulary)) return false;
  }
  return true;
}

const quoted = (name: string): string => JSON.stringify(name);

function claimOf(claims: Pick<Informer, "get">, { metadata }: PersistentVolumeClaim, failure: string) {
  const { namespace = "", name = "" } = metadata ?? {};
  const object = claims.get(namespace, name);
  if (object !== undefined) return decoded<PersistentVolumeClaim>(object);
  throw new Error(`${failure}: could not find v1.PersistentVolumeClaim ${quoted(`${namespace}/${name}`)}`);
}

/** Whether a stored object does not show what was written yet. */
const isBehind = (stored: Pick<PersistentVolume, "metadata">, { metadata }: ApiObject): boolean =>
  BigInt(stored.metadata?.resourceVersion ?? 0) < BigInt(metadata.resourceVersion ?? 0);

function checkNode(volume: PersistentVolume, node: ApiObject): void {
  if (reaches(volume, decoded<Node>(node))) return;
  const [pv, on] = [quoted(volume.metadata?.name ?? ""), quoted(node.metadata.name ?? "")];
  throw new Error(`pv ${pv} node affinity doesn't match node ${on}: no matching NodeSelectorTerms`);
}
