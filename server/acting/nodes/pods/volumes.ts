import type { PersistentVolume, Volume } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import type { NodePod } from "./podParts.ts";

/** Objects of a namespace that volumes are made of. */
export interface VolumeSources {
  config(name: string): ApiObject | undefined;
  secret(name: string): ApiObject | undefined;
  /** The volume that a claim of the namespace has. */
  boundVolume(claim: string): PersistentVolume | undefined;
}

interface Reference {
  readonly name?: string;
  readonly optional?: boolean;
}

/** The first thing that a pod's volumes need and that is not there, in the words of a node's agent. */
export function missingVolume(
  { spec }: NodePod,
  sources: VolumeSources,
): { readonly volume: string; readonly why: string } | undefined {
  for (const volume of spec.volumes ?? []) {
    const why = missingSource(volume, sources);
    if (why !== undefined) return { volume: volume.name, why };
  }
  return undefined;
}

const nameOf = (name: string | undefined): { name?: string } => (name === undefined ? {} : { name });

interface KeysReference extends Reference {
  readonly items?: readonly { readonly key: string }[];
}

/** What is wrong with a reference to an object: that it is not there, or has no such key. */
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
  for (const { configMap, secret: ref } of volume.projected?.sources ?? []) {
    const missing = inConfig(configMap) ?? inSecret(ref);
    if (missing !== undefined) return missing;
  }
  return undefined;
}
