/** The possible sources of a persistent volume, and the rules of each. */

import type { CSIPersistentVolumeSource, PersistentVolumeSpec } from "kubernetes-types/core/v1";
import { child, type FieldError, forbidden, invalid, required } from "../../../../../shared/fieldError.ts";
import { checkSubdomain } from "../../../../../shared/text/qualifiedName.ts";
import { checkLabel, invalidBy } from "../../../../ground/formats/names/names.ts";
import { validateDriverName } from "../../validation/driverName.ts";
import { validateNoParent } from "../../validation/pod/paths.ts";
import type { PodRules } from "../../validation/pod/podRules.ts";
import {
  requireFields,
  validateAzureFileShare,
  validateFlex,
  validateIscsi,
  validateSecretRef,
  validateStorageOs,
} from "../../validation/pod/volumes/networkVolumes.ts";
import { REPORTED_SOURCES, sharedRules } from "../../validation/pod/volumes/sharedVolumeSources.ts";
import { validateHostPath } from "../../validation/pod/volumes/volumeSources.ts";

/** The context for validating a source. */
export interface VolumeScope {
  /** Name of the volume. */
  readonly name: string;
  readonly rules: PodRules;
  /** Whether the volume has a node affinity. */
  readonly hasAffinity: boolean;
}

type With<K extends keyof PersistentVolumeSpec> = NonNullable<PersistentVolumeSpec[K]>;
type Rules = {
  readonly [K in keyof PersistentVolumeSpec]?: (source: With<K>, path: string, scope: VolumeScope) => FieldError[];
};

const NAMED = ["name", "namespace"] as const;

/** The rules of each source, in the reference's order. */
const RULES = {
  hostPath: (source, path) => validateHostPath(source, path),
  gcePersistentDisk: sharedRules.gcePersistentDisk,
  awsElasticBlockStore: sharedRules.awsElasticBlockStore,
  glusterfs: (source, path) => {
    const errors = requireFields(source, ["endpoints", "path"], path);
    const namespace = source.endpointsNamespace ?? undefined;
    const at = child(path, "endpointsNamespace");
    if (namespace === undefined) return errors;
    if (namespace !== "") return [...errors, ...invalidBy(at, namespace, checkLabel(namespace))];
    const detail = "if the endpointnamespace is set, it must be a valid namespace name";
    return [...errors, invalid(at, namespace, detail)];
  },
  flocker: sharedRules.flocker,
  nfs: sharedRules.nfs,
  rbd: sharedRules.rbd,
  quobyte: sharedRules.quobyte,
  cephfs: sharedRules.cephfs,
  iscsi: (source, path, { name }) => validateIscsi(source, path, name),
  cinder: (source, path) => [
    ...requireFields(source, ["volumeID"], path),
    ...validateSecretRef(source.secretRef, NAMED, child(path, "secretRef")),
  ],
  fc: sharedRules.fc,
  flexVolume: (source, path, { rules }) => validateFlex(source, path, rules),
  azureFile: (source, path) => validateAzureFileShare(source, path),
  vsphereVolume: sharedRules.vsphereVolume,
  photonPersistentDisk: sharedRules.photonPersistentDisk,
  portworxVolume: sharedRules.portworxVolume,
  azureDisk: sharedRules.azureDisk,
  scaleIO: sharedRules.scaleIO,
  local: (source, path) => {
    const at = child(path, "path");
    return (source.path ?? "") === "" ? [required(at)] : validateNoParent(source.path, at);
  },
  storageos: (source, path) => validateStorageOs(source, NAMED, path),
  csi: validateCsi,
} as const satisfies Rules;

const SECRETS = [
  "controllerPublishSecretRef",
  "controllerExpandSecretRef",
  "nodePublishSecretRef",
  "nodeExpandSecretRef",
] as const;

function validateCsi(source: CSIPersistentVolumeSource, path: string): FieldError[] {
  return [
    ...validateDriverName(source.driver ?? "", child(path, "driver")),
    ...requireFields(source, ["volumeHandle"], path),
    ...SECRETS.flatMap((field) => {
      const reference = source[field];
      if (!reference) return [];
      const at = child(path, field);
      const { name = "", namespace = "" } = reference;
      const namePath = child(at, "name");
      const spacePath = child(at, "namespace");
      return [
        ...(name === "" ? [required(namePath)] : invalidBy(namePath, name, checkSubdomain(name))),
        ...(namespace === "" ? [required(spacePath)] : invalidBy(spacePath, namespace, checkLabel(namespace))),
      ];
    }),
  ];
}

/** The source fields of persistent volumes. */
const SOURCES = Object.keys(RULES) as readonly (keyof typeof RULES)[];

/** Field errors of a volume's source: there must be exactly one, valid by its own rules. @param path of the spec */
export function validatePersistentSource(spec: PersistentVolumeSpec, path: string, scope: VolumeScope): FieldError[] {
  const present = SOURCES.filter((source) => spec[source] !== undefined && spec[source] !== null);
  if (present.length === 0) return [required(path, "must specify a volume type")];
  return present.flatMap((source, i) => {
    // A flex volume is always validated, even after another source.
    if (i > 0 && source !== "flexVolume") {
      const at = child(path, REPORTED_SOURCES[source]?.surplus ?? source);
      return [forbidden(at, "may not specify more than 1 volume type")];
    }
    const rule = RULES[source] as (source: unknown, path: string, scope: VolumeScope) => FieldError[];
    const errors = rule(spec[source], child(path, REPORTED_SOURCES[source]?.rule ?? source), scope);
    return source === "local" && !scope.hasAffinity
      ? [...errors, required(child(path, "nodeAffinity"), "Local volume requires node affinity")]
      : errors;
  });
}

/** The part of a volume's spec that identifies the data. */
export function persistentSourceOf(spec: PersistentVolumeSpec): Partial<PersistentVolumeSpec> {
  return Object.fromEntries(
    SOURCES.filter((field) => spec[field] !== undefined).map((field) => [field, spec[field]]),
  ) as Partial<PersistentVolumeSpec>;
}
