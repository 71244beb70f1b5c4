import type {
  ConfigMapVolumeSource,
  DownwardAPIVolumeFile,
  KeyToPath,
  SecretVolumeSource,
  ServiceAccountTokenProjection,
  Volume,
} from "kubernetes-types/core/v1";
import { append } from "../../../../shared/collections/append.ts";
import { isApiError } from "../../../../shared/status.ts";
import { resourceText } from "../pods/environment/containerResources.ts";
import { podField } from "../pods/environment/environment.ts";
import type { NodePod } from "../pods/podParts.ts";
import { type ImageVolumeSource, imageOf } from "../pods/volumes/imageVolumes.ts";
import type { VolumeSources } from "../pods/volumes/volumes.ts";
import { imageFiles } from "../programs/images/imageFiles.ts";
import type { FileText } from "../shell/messages.ts";

/** What the files of a volume are created from. */
export interface ContentSources extends VolumeSources {
  readonly pod: NodePod;
  /** The pod's addresses, one per IP family. */
  readonly podAddresses: readonly string[];
  readonly hostAddresses: readonly string[];
  /** The node's allocatable resources, as quantities by resource. */
  readonly allocatable: Readonly<Record<string, string>>;
  /** Returns a token of the pod's service account. */
  token(projection: ServiceAccountTokenProjection): Promise<string>;
}

const DEFAULT_MODE = 0o644;

/** Mode bits that let the pod's `fsGroup` read the files of its volumes. */
const GROUP_READS = 0o440;
/** The mode of token files when the pod's user or group is known. */
const TOKEN_MODE = 0o600;

/**
 * The files of a volume that is filled from API objects; undefined for a volume that pods fill themselves. When the pod
 * has an `fsGroup`, that group may read the files.
 */
export async function volumeContent(volume: Volume, sources: ContentSources): Promise<FileText[] | undefined> {
  const files = await contentOf(volume, sources);
  const group = sources.pod.spec.securityContext?.fsGroup;
  if (group === undefined) return files;
  return files?.map((file) => ({ ...file, group, mode: (file.mode ?? DEFAULT_MODE) | GROUP_READS }));
}

async function contentOf(volume: Volume, sources: ContentSources): Promise<FileText[] | undefined> {
  const { configMap, secret, downwardAPI, projected } = volume;
  if (configMap !== undefined) return ofConfig(configMap, configMap.defaultMode ?? DEFAULT_MODE, sources);
  if (secret !== undefined) {
    return ofSecret({ ...secret, name: secret.secretName }, secret.defaultMode ?? DEFAULT_MODE, sources);
  }
  if (downwardAPI !== undefined) {
    return ofPod(downwardAPI.items ?? [], downwardAPI.defaultMode ?? DEFAULT_MODE, sources);
  }
  const image = imageOf(volume);
  if (image !== undefined) return ofImage(image);
  if (projected === undefined) return undefined;
  const mode = projected.defaultMode ?? DEFAULT_MODE;
  const files: FileText[] = [];
  for (const source of projected.sources ?? []) {
    if (source.configMap !== undefined) append(files, ofConfig(source.configMap, mode, sources));
    if (source.secret !== undefined) append(files, ofSecret(source.secret, mode, sources));
    if (source.downwardAPI !== undefined) append(files, ofPod(source.downwardAPI.items ?? [], mode, sources));
    if (source.serviceAccountToken !== undefined) files.push(await ofToken(source.serviceAccountToken, mode, sources));
  }
  return files;
}

/** The known files of an image. */
const ofImage = ({ reference = "" }: ImageVolumeSource): FileText[] => [...imageFiles(reference)];

function ofConfig(
  { name = "", items }: Pick<ConfigMapVolumeSource, "name" | "items">,
  mode: number,
  sources: ContentSources,
): FileText[] {
  const object = sources.config(name);
  const { data = {}, binaryData = {} } = (object ?? {}) as Record<"data" | "binaryData", Record<string, string>>;
  return chosen({ ...data, ...decoded(binaryData) }, items, mode);
}

function ofSecret(
  { name = "", items }: Pick<SecretVolumeSource, "items"> & { name?: string | undefined },
  mode: number,
  sources: ContentSources,
): FileText[] {
  const { data = {} } = (sources.secret(name) ?? {}) as { data?: Record<string, string> };
  return chosen(decoded(data), items, mode);
}

const decoded = (data: Readonly<Record<string, string>>): Record<string, Uint8Array> =>
  Object.fromEntries(Object.entries(data).map(([key, text]) => [key, Buffer.from(text, "base64")]));

/** All keys as files of the same name, or only the listed keys at their paths. */
function chosen(
  data: Readonly<Record<string, string | Uint8Array>>,
  items: readonly KeyToPath[] | undefined,
  mode: number,
): FileText[] {
  const wanted = items ?? Object.keys(data).map((key) => ({ key, path: key, mode: undefined }));
  return wanted.flatMap((item) => {
    const content = data[item.key];
    return content === undefined ? [] : [{ path: `/${item.path}`, content, mode: item.mode ?? mode }];
  });
}

function ofPod(items: readonly DownwardAPIVolumeFile[], mode: number, sources: ContentSources): FileText[] {
  return items.map((item) => ({
    path: `/${item.path}`,
    content: item.fieldRef === undefined ? ofContainer(item, sources) : fieldText(item.fieldRef.fieldPath, sources),
    mode: item.mode ?? mode,
  }));
}

/** The value of a downward-API field. All labels or annotations are rendered as lines of `key="value"`. */
function fieldText(path: string, sources: ContentSources): string {
  const { metadata } = sources.pod;
  const [, map] = /^metadata\.(labels|annotations)$/.exec(path) ?? [];
  if (map !== "labels" && map !== "annotations") return podField(sources, path);
  const lines = Object.entries(metadata[map] ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return lines.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join("\n");
}

function ofContainer({ resourceFieldRef }: DownwardAPIVolumeFile, { pod, allocatable }: ContentSources): string {
  const { containers, initContainers = [] } = pod.spec;
  const container = [...containers, ...initContainers].find(({ name }) => name === resourceFieldRef?.containerName);
  return resourceFieldRef === undefined || container === undefined
    ? ""
    : resourceText(resourceFieldRef, container, allocatable);
}

async function ofToken(
  projection: ServiceAccountTokenProjection,
  mode: number,
  sources: ContentSources,
): Promise<FileText> {
  let content = "";
  try {
    content = await sources.token(projection);
  } catch (error) {
    // After a restart of the server, the node no longer has the tokens of accounts that were deleted.
    if (!isApiError(error, "NotFound") && !isApiError(error, "Forbidden")) throw error;
  }
  const user = commonUser(sources.pod);
  const isOwned = user !== undefined || sources.pod.spec.securityContext?.fsGroup !== undefined;
  return { path: `/${projection.path}`, content, mode: isOwned ? TOKEN_MODE : mode, ...(isOwned ? { user } : {}) };
}

/** The user that all containers of a pod set; undefined when none is set, or they differ. */
function commonUser({ spec }: NodePod): number | undefined {
  const ephemeral = (spec.ephemeralContainers ?? []) as readonly {
    readonly securityContext?: { runAsUser?: number };
  }[];
  const users = [...(spec.initContainers ?? []), ...spec.containers, ...ephemeral].map(
    ({ securityContext }) => securityContext?.runAsUser ?? spec.securityContext?.runAsUser,
  );
  return new Set(users).size === 1 ? users[0] : undefined;
}

/** The objects that a volume is filled from: `configmaps/name`, `secrets/name`, `pods/name` for the pod itself. */
export function sourcesOf({ configMap, secret, downwardAPI, projected }: Volume, pod: string): string[] {
  const tellsOfPod = downwardAPI !== undefined || (projected?.sources ?? []).some((source) => source.downwardAPI);
  const names = [
    ["pods", tellsOfPod ? pod : undefined],
    ["configmaps", configMap?.name],
    ["secrets", secret?.secretName],
    ...(projected?.sources ?? []).flatMap((source) => [
      ["configmaps", source.configMap?.name],
      ["secrets", source.secret?.name],
    ]),
  ] as const;
  return names.flatMap(([kind, name]) => (name === undefined ? [] : [`${kind}/${name}`]));
}
