/** Rules of each sort of volume. */
import type { KeyToPath, ProjectedVolumeSource, Volume } from "kubernetes-types/core/v1";
import { child, type FieldError, forbidden, index, invalid, required } from "../../../../shared/fieldError.ts";
import { compareQuantities } from "../quantity.ts";
import { validateOptionalChoice } from "./choice.ts";
import { validateFileMode, validateLocalPath, validateNoParent } from "./paths.ts";
import { validateDownwardFiles } from "./volumeDownwardApi.ts";

/** In the order in which the reference looks at them. */
export const VOLUME_SOURCES = [
  "emptyDir",
  "hostPath",
  "gitRepo",
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "secret",
  "nfs",
  "iscsi",
  "glusterfs",
  "flocker",
  "persistentVolumeClaim",
  "rbd",
  "cinder",
  "cephfs",
  "quobyte",
  "downwardAPI",
  "fc",
  "flexVolume",
  "configMap",
  "azureFile",
  "vsphereVolume",
  "photonPersistentDisk",
  "portworxVolume",
  "azureDisk",
  "storageos",
  "projected",
  "scaleIO",
  "csi",
  "ephemeral",
] as const satisfies readonly (keyof Volume)[];
type SourceName = (typeof VOLUME_SOURCES)[number];

const HOST_PATH_TYPES = [
  "",
  "BlockDevice",
  "CharDevice",
  "Directory",
  "DirectoryOrCreate",
  "File",
  "FileOrCreate",
  "Socket",
];
/** Fields that a source cannot do without, where nothing else is checked. */
const REQUIRED_FIELDS: Readonly<Partial<Record<SourceName, readonly string[]>>> = {
  gitRepo: ["repository"],
  gcePersistentDisk: ["pdName"],
  awsElasticBlockStore: ["volumeID"],
  secret: ["secretName"],
  nfs: ["server", "path"],
  iscsi: ["targetPortal", "iqn"],
  glusterfs: ["endpoints", "path"],
  persistentVolumeClaim: ["claimName"],
  rbd: ["monitors", "image"],
  cinder: ["volumeID"],
  cephfs: ["monitors"],
  quobyte: ["registry", "volume"],
  flexVolume: ["driver"],
  configMap: ["name"],
  azureFile: ["secretName", "shareName"],
  vsphereVolume: ["volumePath"],
  photonPersistentDisk: ["pdID"],
  portworxVolume: ["volumeID"],
  azureDisk: ["diskName", "diskURI"],
  scaleIO: ["gateway", "system", "volumeName"],
  csi: ["driver"],
  ephemeral: ["volumeClaimTemplate"],
};

/** @param path of the source: `spec.volumes[0].secret` */
export function validateVolumeSource(volume: Volume, source: SourceName, path: string): FieldError[] {
  const values = volume[source] as Readonly<Record<string, unknown>>;
  const errors = (REQUIRED_FIELDS[source] ?? []).flatMap((field) =>
    isEmpty(values[field]) ? [required(child(path, field))] : [],
  );
  return [...errors, ...validateDetails(volume, source, path)];
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

function validateDetails(volume: Volume, source: SourceName, path: string): FieldError[] {
  switch (source) {
    case "emptyDir": {
      const limit = volume.emptyDir?.sizeLimit;
      return limit !== undefined && compareQuantities(limit, "0") < 0
        ? [forbidden(child(path, "sizeLimit"), "SizeLimit field must be a valid resource quantity")]
        : [];
    }
    case "hostPath": {
      const hostPath = volume.hostPath?.path ?? "";
      const at = child(path, "path");
      return [
        ...(hostPath === "" ? [required(at)] : validateNoParent(hostPath, at)),
        ...validateOptionalChoice(volume.hostPath?.type, HOST_PATH_TYPES, child(path, "type")),
      ];
    }
    case "nfs":
      return volume.nfs?.path && !volume.nfs.path.startsWith("/")
        ? [invalid(child(path, "path"), volume.nfs.path, "must be an absolute path")]
        : [];
    case "secret":
      return validateFiles(volume.secret?.defaultMode, volume.secret?.items, path);
    case "configMap":
      return validateFiles(volume.configMap?.defaultMode, volume.configMap?.items, path);
    case "downwardAPI":
      return [
        ...validateFileMode(volume.downwardAPI?.defaultMode, child(path, "defaultMode")),
        ...validateDownwardFiles(volume.downwardAPI?.items, path),
      ];
    case "projected":
      return validateProjected(volume.projected, path);
    default:
      return [];
  }
}

function validateFiles(
  defaultMode: number | undefined,
  items: readonly KeyToPath[] | undefined,
  path: string,
): FieldError[] {
  return [
    ...validateFileMode(defaultMode, child(path, "defaultMode")),
    ...(items ?? []).flatMap((item, i) => validateKeyToPath(item, index(child(path, "items"), i))),
  ];
}

function validateKeyToPath({ key = "", path = "", mode }: KeyToPath, at: string): FieldError[] {
  return [
    ...(key === "" ? [required(child(at, "key"))] : []),
    ...(path === "" ? [required(child(at, "path"))] : []),
    ...validateLocalPath(path, child(at, "path")),
    ...validateFileMode(mode, child(at, "mode")),
  ];
}

function validateProjected(projected: ProjectedVolumeSource | undefined, path: string): FieldError[] {
  const errors = validateFileMode(projected?.defaultMode, child(path, "defaultMode"));
  for (const [i, source] of (projected?.sources ?? []).entries()) {
    const at = index(child(path, "sources"), i);
    let count = 0;
    for (const kind of ["secret", "configMap", "downwardAPI", "serviceAccountToken", "clusterTrustBundle"] as const) {
      if (source[kind] === undefined || source[kind] === null) continue;
      count += 1;
      if (count > 1) errors.push(forbidden(child(at, kind), "may not specify more than 1 volume type"));
    }
    for (const kind of ["secret", "configMap"] as const) {
      const part = source[kind];
      if (!part) continue;
      const partPath = child(at, kind);
      if ((part.name ?? "") === "") errors.push(required(child(partPath, "name")));
      errors.push(...validateFiles(undefined, part.items, partPath));
    }
    if (source.downwardAPI) errors.push(...validateDownwardFiles(source.downwardAPI.items, child(at, "downwardAPI")));
    if (source.serviceAccountToken)
      errors.push(...validateToken(source.serviceAccountToken, child(at, "serviceAccountToken")));
  }
  return errors;
}

function validateToken(
  token: { readonly expirationSeconds?: number; readonly path?: string },
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const seconds = token.expirationSeconds ?? 3600;
  const at = child(path, "expirationSeconds");
  if (seconds < 600) errors.push(invalid(at, seconds, "may not specify a duration less than 10 minutes"));
  if (seconds > 2 ** 32) errors.push(invalid(at, seconds, "may not specify a duration larger than 2^32 seconds"));
  if ((token.path ?? "") === "") return [...errors, required(child(path, "path"))];
  return [...errors, ...validateLocalPath(token.path ?? "", child(path, "path"))];
}
