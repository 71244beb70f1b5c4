import type { PersistentVolume, Volume } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../../shared/object.ts";
import { aggregateText } from "../../../../../shared/text/aggregateText.ts";
import type { NodePod } from "../podParts.ts";

/** Objects of a namespace that volumes are created from. */
export interface VolumeSources {
  config(name: string): ApiObject | undefined;
  secret(name: string): ApiObject | undefined;
  /** The volume that a claim of the namespace is bound to. */
  boundVolume(claim: string): PersistentVolume | undefined;
}

interface Reference {
  readonly name?: string;
  readonly optional?: boolean;
}

/** A volume that is not available, and why, in the kubelet's words: `configmap "x" not found`. */
export interface MissingVolume {
  readonly volume: string;
  readonly reason: string;
}

/** The volumes of a pod that refer to missing objects. */
export const missingVolumes = ({ spec }: NodePod, sources: VolumeSources): readonly MissingVolume[] =>
  (spec.volumes ?? []).flatMap((volume) => {
    const reason = missingSource(volume, sources);
    return reason === undefined ? [] : [{ volume: volume.name, reason }];
  });

const nameOf = (name: string | undefined): { name?: string } => (name === undefined ? {} : { name });

interface KeysReference extends Reference {
  readonly items?: readonly { readonly key: string }[];
}

/** The error of a reference to an object: the object does not exist, or lacks a key. */
function missingKey({ items = [] }: KeysReference, object: ApiObject, kind: "config" | "secret"): string | undefined {
  const { data, binaryData } = object as { data?: object; binaryData?: object };
  const keys = new Set([...Object.keys(data ?? {}), ...Object.keys(binaryData ?? {})]);
  const missing = items.find(({ key }) => !keys.has(key));
  return missing === undefined ? undefined : `references non-existent ${kind} key: ${missing.key}`;
}

function missingSource(volume: Volume, { config, secret }: VolumeSources): string | undefined {
  const inConfig = (ref: KeysReference | undefined): string | undefined => {
    if (ref === undefined || ref.optional === true) return undefined;
    const object = config(ref.name ?? "");
    return object === undefined ? `configmap "${ref.name}" not found` : missingKey(ref, object, "config");
  };
  const inSecret = (ref: KeysReference | undefined): string | undefined => {
    if (ref?.name === undefined || ref.optional === true) return undefined;
    const object = secret(ref.name);
    return object === undefined ? `secret "${ref.name}" not found` : missingKey(ref, object, "secret");
  };
  const { secret: own } = volume;
  const direct = inConfig(volume.configMap) ?? inSecret(own && { ...own, ...nameOf(own.secretName) });
  if (direct !== undefined) return direct;
  // All sources of a projected volume are checked before it fails.
  const missing = (volume.projected?.sources ?? []).flatMap(
    ({ configMap, secret: ref }) => inConfig(configMap) ?? inSecret(ref) ?? [],
  );
  return missing.length === 0 ? undefined : aggregateText(missing);
}
