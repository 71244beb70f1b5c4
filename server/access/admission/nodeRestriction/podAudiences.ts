import type { CSIPersistentVolumeSource, PersistentVolumeClaim, Pod, Volume } from "kubernetes-types/core/v1";
import type { CSIDriver } from "kubernetes-types/storage/v1";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";

type Resource = { readonly group: string; readonly resource: string };

/**
 * Whether a pod needs tokens for an audience, because a projected volume has one or the driver of a volume requires
 * one.
 * @throws Error when a claim, volume or driver cannot be found, and nothing else needs such a token
 */
export function podNeedsAudience(reader: ObjectReader, { domain }: Vocabulary, pod: Pod, audience: string): boolean {
  const drivers = { group: `storage.${domain}`, resource: "csidrivers" };
  const namespace = pod.metadata?.namespace ?? "";

  function find<T>({ group, resource }: Resource, within: string, name: string): T {
    const found = reader.get({ group, resource }, within, name);
    if (found !== undefined) return found as T;
    // The reference uses the singular of the resource here.
    const suffix = group === "" ? "" : `.${group}`;
    throw new Error(`${resource.slice(0, -1)}${suffix} ${quoted(name)} not found`);
  }

  function driverOfClaim(name: string): string {
    const claim = find<PersistentVolumeClaim>({ group: "", resource: "persistentvolumeclaims" }, namespace, name);
    const { spec } = find<{ spec?: { csi?: CSIPersistentVolumeSource } }>(
      { group: "", resource: "persistentvolumes" },
      "",
      claim.spec?.volumeName ?? "",
    );
    return spec?.csi?.driver ?? "";
  }

  function driverOf({ name, csi, ephemeral, persistentVolumeClaim }: Volume): string {
    if (ephemeral) return driverOfClaim(`${pod.metadata?.name}-${name}`);
    return persistentVolumeClaim ? driverOfClaim(persistentVolumeClaim.claimName) : (csi?.driver ?? "");
  }

  const holds = ({ projected }: Volume): boolean =>
    (projected?.sources ?? []).some(({ serviceAccountToken: token }) => token && (token.audience ?? "") === audience);
  const wants = (volume: Volume): boolean => {
    const driver = driverOf(volume);
    if (driver === "") return false;
    const { spec } = find<CSIDriver>(drivers, "", driver);
    return (spec.tokenRequests ?? []).some((wanted) => wanted.audience === audience);
  };

  const missing: string[] = [];
  for (const volume of pod.spec?.volumes ?? []) {
    try {
      if (holds(volume) || wants(volume)) return true;
    } catch (error) {
      missing.push(messageOf(error));
    }
  }
  if (missing.length > 0) throw new Error(aggregateText(missing));
  return false;
}
