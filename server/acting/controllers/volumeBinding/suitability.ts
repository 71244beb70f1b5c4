import { amountIn } from "../../../ground/formats/amountIn.ts";
import type { VolumeAnnotations } from "../../volumes/annotations.ts";
import type { Claim, Volume } from "../../volumes/kinds.ts";
import { hasAccessOf, hasModeOf, matchVolume, requestedBytes } from "../../volumes/matchVolume.ts";
import { classOf } from "../../volumes/storageClass.ts";

/** Why a claim cannot have the volume that it names; undefined when it can. */
export function unsuitability(volume: Volume, claim: Claim, annotations: VolumeAnnotations): string | undefined {
  const { name, deletionTimestamp } = volume.metadata;
  if (deletionTimestamp !== undefined) return `the volume is marked for deletion ${JSON.stringify(name)}`;
  if (amountIn(volume.spec?.capacity?.["storage"] ?? "0", false) < requestedBytes(claim)) {
    return "requested PV is too small";
  }
  if (classOf(volume, annotations) !== classOf(claim, annotations)) return "storageClassName does not match";
  if (!hasModeOf(volume, claim)) return "incompatible volumeMode";
  return hasAccessOf(volume, claim) ? undefined : "incompatible accessMode";
}

const modesOf = (volume: Volume): string => [...new Set(volume.spec?.accessModes ?? [])].sort().join(",");

/**
 * The best volume for a claim. Among volumes with the fewest access modes, it is one that is reserved for the claim, or
 * else the smallest.
 * @param onlyMeant whether only reserved volumes count, because the scheduler chooses otherwise
 */
export function bestVolume(
  claim: Claim,
  volumes: readonly Volume[],
  annotations: VolumeAnnotations,
  onlyMeant: boolean,
): Volume | undefined {
  const byModes = new Map<string, Volume[]>();
  for (const volume of volumes) {
    if (!hasAccessOf(volume, claim)) continue;
    const modes = modesOf(volume);
    const alike = byModes.get(modes);
    if (alike === undefined) byModes.set(modes, [volume]);
    else alike.push(volume);
  }
  const groups = [...byModes].sort(([a], [b]) => a.split(",").length - b.split(",").length);
  for (const [, alike] of groups) {
    const found = matchVolume(claim, alike, { annotations, onlyMeant });
    if (found !== undefined) return found as Volume;
  }
  return undefined;
}
