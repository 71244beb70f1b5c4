/** Rules of network volumes, in pods and in persistent volumes. */

import type {
  AzureDiskVolumeSource,
  AzureFilePersistentVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  ISCSIVolumeSource,
  NFSVolumeSource,
  QuobyteVolumeSource,
  StorageOSVolumeSource,
} from "kubernetes-types/core/v1";
import { append } from "../../../../../../shared/collections/append.ts";
import { child, type FieldError, invalid, key, notSupported, required } from "../../../../../../shared/fieldError.ts";
import { rangeMessage } from "../../../../../../shared/text/regexText.ts";
import { checkLabel, invalidBy } from "../../../../../ground/formats/names/names.ts";
import { invalidText, textList } from "../../../../../ground/formats/wording/goText.ts";
import { validateOptionalChoice } from "../choice.ts";
import { type PodRules, wordsOf } from "../podRules.ts";

/** A `required` error for each of the fields that has no value. */
export function requireFields(source: object, fields: readonly string[], path: string): FieldError[] {
  const values = source as Readonly<Record<string, unknown>>;
  return fields.filter((field) => isEmpty(values[field])).map((field) => required(child(path, field)));
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** A secret reference needs a name and, in persistent volumes, a namespace. */
export function validateSecretRef(
  reference: object | undefined | null,
  fields: readonly string[],
  path: string,
): FieldError[] {
  return reference === undefined || reference === null ? [] : requireFields(reference, fields, path);
}

/** Partition of a disk; zero means the whole disk, although the message excludes it. */
export const validatePartition = (partition: number | undefined | null, path: string): FieldError[] =>
  (partition ?? 0) < 0 || (partition ?? 0) > 255
    ? [invalid(child(path, "partition"), partition, rangeMessage(1, 255))]
    : [];

const validateLun = (lun: number | undefined | null, path: string): FieldError[] =>
  (lun ?? 0) < 0 || (lun ?? 0) > 255 ? [invalid(child(path, "lun"), lun, rangeMessage(0, 255))] : [];

/** The date and the beginning of the authority in an iSCSI qualified name. */
const QUALIFIED = /iqn\.\d{4}-\d{2}\.[0-9A-Za-z\-.]/;

/**
 * Whether a name ends as an iSCSI qualified name does: `iqn.2014-12.com.example:disk`, after anything. The name is cut at its
 * colons and read from the end, because one expression for all of it would take the square of the name's length.
 */
function endsAsQualifiedName(name: string): boolean {
  const end = name.split(/[,;*&$|\t\n\f\r ]/).at(-1) ?? "";
  const parts = (end.endsWith(":") ? end.slice(0, -1) : end).split(":");
  return parts.slice(0, -1).some((part) => QUALIFIED.test(part.split(/[^0-9A-Za-z\-.]/).at(-1) ?? ""));
}

/** Forms of iSCSI names, by their first three letters. */
const ISCSI_NAMES: ReadonlyMap<string, (name: string) => boolean> = new Map([
  ["iqn", endsAsQualifiedName],
  ["eui", (name) => /^eui.[0-9A-Za-z]{16}$/.test(name)],
  ["naa", (name) => /^naa.[0-9A-Za-z]{32}$/.test(name)],
]);

function validateIscsiName(name: string, unknown: string, path: string): FieldError[] {
  const isValid = ISCSI_NAMES.get(name.slice(0, 3));
  if (isValid === undefined) return [invalid(path, name, unknown)];
  return isValid(name) ? [] : [invalid(path, name, "must be valid format")];
}

const TOO_LONG =
  "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";

/** @param persistentName name of the persistent volume; undefined for a volume of a pod */
export function validateIscsi(source: ISCSIVolumeSource, path: string, persistentName?: string): FieldError[] {
  const at = (field: string): string => child(path, field);
  const persistent = persistentName !== undefined;
  const unknown = persistent ? "must be valid format" : "must be valid format starting with iqn, eui, or naa";
  const portal = source.targetPortal ?? "";
  const initiator = source.initiatorName ?? undefined;
  const errors: FieldError[] = portal === "" ? [required(at("targetPortal"))] : [];
  if (persistent && initiator !== undefined && `${persistentName}:${portal}`.length > 64) {
    errors.push(invalid(at("targetportal"), portal, TOO_LONG));
  }
  const target = source.iqn ?? "";
  append(errors, target === "" ? [required(at("iqn"))] : validateIscsiName(target, unknown, at("iqn")));
  append(errors, validateLun(source.lun, path));
  const authenticates = source.chapAuthDiscovery === true || source.chapAuthSession === true;
  if (authenticates && !source.secretRef) errors.push(required(at("secretRef")));
  if (persistent) append(errors, validateSecretRef(source.secretRef, ["name"], at("secretRef")));
  if (initiator !== undefined) append(errors, validateIscsiName(initiator, unknown, at("initiatorname")));
  return errors;
}

/** Limits the length of a pod's volume name together with its target portal. @param path of the volume */
export function validateIscsiVolumeName(source: ISCSIVolumeSource, name: string, path: string): FieldError[] {
  const long = (source.initiatorName ?? undefined) !== undefined && `${name}:${source.targetPortal}`.length > 64;
  return long ? [invalid(child(path, "name"), name, TOO_LONG)] : [];
}

/** Field errors of a fibre channel volume. */
export function validateFibreChannel(source: FCVolumeSource, path: string): FieldError[] {
  const targets = source.targetWWNs ?? [];
  const ids = source.wwids ?? [];
  const at = child(path, "targetWWNs");
  const errors: FieldError[] = [];
  if (targets.length === 0 && ids.length === 0) {
    errors.push(required(at, "must specify either targetWWNs or wwids, but not both"));
  }
  if (targets.length > 0 && ids.length > 0) {
    errors.push(invalidText(at, textList(targets), "targetWWNs and wwids can not be specified simultaneously"));
  }
  if (targets.length === 0) return errors;
  return source.lun === undefined || source.lun === null
    ? [...errors, required(child(path, "lun"), "lun is required if targetWWNs is specified")]
    : [...errors, ...validateLun(source.lun, path)];
}

/** Field errors of an NFS export. */
export function validateNfs(source: NFSVolumeSource, path: string): FieldError[] {
  const errors = requireFields(source, ["server", "path"], path);
  return (source.path ?? "").startsWith("/")
    ? errors
    : [...errors, invalid(child(path, "path"), source.path ?? "", "must be an absolute path")];
}

const HOST_PORTS = "must be a host:port pair or multiple pairs separated by commas";

/** Field errors of a Quobyte volume. */
export function validateQuobyte(source: QuobyteVolumeSource, path: string): FieldError[] {
  const at = child(path, "registry");
  const registry = source.registry ?? "";
  const errors: FieldError[] = [];
  if (registry === "") errors.push(required(at, HOST_PORTS));
  else if ((source.tenant ?? "").length >= 65) {
    errors.push(required(child(path, "tenant"), "must be a UUID and may not exceed a length of 64 characters"));
  } else {
    const wrong = registry.split(",").filter((pair) => !/^(\[[^[\]]*\]|[^:[\]]*):[^:[\]]*$/.test(pair));
    append(
      errors,
      wrong.map(() => invalid(at, registry, HOST_PORTS)),
    );
  }
  return [...errors, ...requireFields(source, ["volume"], path)];
}

/** Options of a driver must not have names in the system's reserved domains. */
export function validateFlex(source: FlexVolumeSource, path: string, rules: PodRules): FieldError[] {
  const words = wordsOf(rules);
  const reserved = [words.labelDomain, words.domain];
  const errors = requireFields(source, ["driver"], path);
  for (const name of Object.keys(source.options ?? {}).sort()) {
    const space = `.${(name.includes("/") ? name.slice(0, name.indexOf("/")) : name).toLowerCase()}`;
    if (reserved.some((domain) => space.endsWith(`.${domain}`))) {
      const detail = words.render("{labelDomain} and {domain} namespaces are reserved");
      errors.push(invalid(key(child(path, "options"), name), name, detail));
    }
  }
  return errors;
}

const MANAGED_DISK = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}";
const BLOB_DISK = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd";

/** Field errors of an Azure disk. */
export function validateAzureDisk(source: AzureDiskVolumeSource, path: string): FieldError[] {
  const at = child(path, "diskURI");
  const uri = source.diskURI ?? "";
  const errors = [
    ...requireFields(source, ["diskName", "diskURI"], path),
    ...validateOptionalChoice(source.cachingMode, ["None", "ReadOnly", "ReadWrite"], child(path, "cachingMode")),
    ...validateOptionalChoice(source.kind, ["Dedicated", "Managed", "Shared"], child(path, "kind")),
  ];
  // An explicitly empty kind counts as a kind, and is checked like a disk of a storage account.
  if (source.kind === undefined || source.kind === null) return errors;
  if (source.kind === "Managed") {
    return uri.startsWith("/subscriptions/") ? errors : [...errors, notSupported(at, uri, [MANAGED_DISK])];
  }
  return uri.startsWith("https://") ? errors : [...errors, notSupported(at, uri, [BLOB_DISK])];
}

/** Field errors of an Azure file share in a persistent volume: a given namespace must not be empty. */
export function validateAzureFileShare(source: AzureFilePersistentVolumeSource, path: string): FieldError[] {
  const errors = requireFields(source, ["secretName", "shareName"], path);
  return source.secretNamespace === "" ? [...errors, required(child(path, "secretNamespace"))] : errors;
}

/** @param secretFields required members of the secret reference */
export function validateStorageOs(
  source: Omit<StorageOSVolumeSource, "secretRef"> & { readonly secretRef?: object },
  secretFields: readonly string[],
  path: string,
): FieldError[] {
  const { volumeName = "", volumeNamespace = "" } = source;
  const at = child(path, "volumeName");
  return [
    ...(volumeName === "" ? [required(at)] : invalidBy(at, volumeName, checkLabel(volumeName))),
    ...(volumeNamespace === ""
      ? []
      : invalidBy(child(path, "volumeNamespace"), volumeNamespace, checkLabel(volumeNamespace))),
    ...validateSecretRef(source.secretRef, secretFields, child(path, "secretRef")),
  ];
}

/** Field errors of a Flocker dataset, which needs exactly one of name and id. */
export function validateFlocker(
  { datasetName, datasetUUID }: { readonly datasetName?: string; readonly datasetUUID?: string },
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (!datasetName && !datasetUUID) errors.push(required(path, "one of datasetName and datasetUUID is required"));
  if (datasetName && datasetUUID) {
    errors.push(invalid(path, "resource", "datasetName and datasetUUID can not be specified simultaneously"));
  }
  return datasetName?.includes("/") === true
    ? [...errors, invalid(child(path, "datasetName"), datasetName, "must not contain '/'")]
    : errors;
}
