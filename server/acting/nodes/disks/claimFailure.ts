import type { Container } from "kubernetes-types/core/v1";
import type { GroupResource } from "../../../../shared/object.ts";
import { notFound } from "../../../../shared/status.ts";
import { CLAIMS, type Claim, VOLUMES, type Volume } from "../../volumes/kinds.ts";
import { usedClaims } from "../../volumes/usedClaims.ts";
import type { NodePod } from "../pods/podParts.ts";

/** What a node knows of the claims of its pods. */
export interface ClaimFacts {
  claim(namespace: string, name: string): Claim | undefined;
  volume(name: string): Volume | undefined;
  /** Whether a volume can be used on the node: it needs no attachment, or is attached. */
  isAttached(volume: Volume): boolean;
}

/**
 * Why the volumes of a pod's claims cannot be mounted, in the kubelet's words. Undefined when they can, and also while
 * they only wait to be attached: the kubelet does not report that.
 */
export function claimFailure(pod: NodePod, facts: ClaimFacts): string | undefined {
  const { namespace = "", name = "" } = pod.metadata;
  const mounted = mountedVolumes(pod);
  const errors: string[] = [];
  const failed: string[] = [];
  const unattached: string[] = [];
  for (const used of usedClaims({ spec: pod.spec, name })) {
    if (!mounted.has(used.volume)) continue;
    const found = volumeOf(facts, namespace, used.name);
    if (typeof found === "string") {
      errors.push(`error processing PVC ${namespace}/${used.name}: ${found}`);
      failed.push(used.volume);
    } else if (!facts.isAttached(found)) unattached.push(used.volume);
  }
  if (errors.length === 0) return undefined;
  const lists = [
    `unmounted volumes=${listed([...failed, ...unattached])}`,
    `unattached volumes=${listed(unattached)}`,
    `failed to process volumes=${listed(failed)}`,
  ];
  return `Unable to attach or mount volumes: ${lists.join(", ")}: ${errors.sort().join("; ")}`;
}

const listed = (names: readonly string[]): string => `[${[...names].sort().join(" ")}]`;

/** The names of the volumes that containers of a pod mount. */
function mountedVolumes({ spec }: NodePod): ReadonlySet<string> {
  const ephemeral = (spec.ephemeralContainers ?? []) as readonly Pick<Container, "volumeMounts" | "volumeDevices">[];
  const containers = [...(spec.initContainers ?? []), ...spec.containers, ...ephemeral];
  return new Set(
    containers.flatMap(({ volumeMounts = [], volumeDevices = [] }) =>
      [...volumeMounts, ...volumeDevices].map(({ name }) => name),
    ),
  );
}

/** The volume of a claim, or why there is none. */
function volumeOf(facts: ClaimFacts, namespace: string, name: string): Volume | string {
  const claim = facts.claim(namespace, name);
  if (claim === undefined) return `failed to fetch PVC from API server: ${missing(CLAIMS, name)}`;
  if (claim.metadata.deletionTimestamp !== undefined) return "PVC is being deleted";
  if (claim.status?.phase !== "Bound") return "PVC is not bound";
  const volumeName = claim.spec?.volumeName ?? "";
  if (volumeName === "") return "PVC has empty pvc.Spec.VolumeName";
  const volume = facts.volume(volumeName);
  if (volume === undefined) return `failed to fetch PV ${volumeName} from API server: ${missing(VOLUMES, volumeName)}`;
  const reference = volume.spec?.claimRef;
  const found = `found PV object ${volumeName}`;
  if (!reference) return `${found} but it has a nil pv.Spec.ClaimRef indicating it is not yet bound to the claim`;
  const { uid = "" } = reference;
  if (uid === claim.metadata.uid) return volume;
  return `${found} but its pv.Spec.ClaimRef.UID ${uid} does not point to claim.UID ${claim.metadata.uid}`;
}

const missing = (resource: GroupResource, name: string): string => notFound(resource, name).message;
