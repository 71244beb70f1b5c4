/** The possible sources of a pod's volume, and the rules of each. */

import type { Volume } from "kubernetes-types/core/v1";
import { errorsOfEach } from "../../../../../../shared/errorsOfEach.ts";
import { child, type FieldError, forbidden, required } from "../../../../../../shared/fieldError.ts";
import { finished, type Steps } from "../../../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../../../shared/text/qualifiedName.ts";
import { invalidBy } from "../../../../../ground/formats/names/names.ts";
import { compareQuantities } from "../../../../../ground/formats/quantity.ts";
import { claimTemplateErrors } from "../../claimSpec.ts";
import { validateDriverName } from "../../driverName.ts";
import { validateOptionalChoice } from "../choice.ts";
import { PULL_POLICIES } from "../containers/pullPolicies.ts";
import { validateDescendingPath, validateFileMode, validateNoParent } from "../paths.ts";
import type { PodRules } from "../podRules.ts";
import { requireFields, validateFlex, validateIscsi, validateSecretRef, validateStorageOs } from "./networkVolumes.ts";
import { validateKeyFiles, validateProjected } from "./projectedVolumes.ts";
import { REPORTED_SOURCES, sharedRules } from "./sharedVolumeSources.ts";
import { validateDownwardFile } from "./volumeDownwardApi.ts";

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

/** Field errors of a directory or file of the node. */
export function validateHostPath(
  source: { readonly path?: string; readonly type?: string },
  path: string,
): FieldError[] {
  const at = child(path, "path");
  if ((source.path ?? "") === "") return [required(at)];
  return [
    ...validateNoParent(source.path ?? "", at),
    ...validateOptionalChoice(source.type, HOST_PATH_TYPES, child(path, "type")),
  ];
}

/** The image of a volume. The published types lack this. */
export interface ImageSource {
  readonly reference?: string;
  readonly pullPolicy?: string;
}

type Sources = Volume & { readonly image?: ImageSource };
/** The type of a source that is present. */
type With<K extends keyof Sources> = NonNullable<Sources[K]>;
type Found = FieldError[] | Steps<FieldError[]>;
type Rules = { readonly [K in keyof Sources]?: (source: With<K>, path: string, rules: PodRules) => Found };

/** The rules of each source, in the reference's order. The first one present counts as the volume's. */
const RULES = {
  emptyDir: ({ sizeLimit }, path) =>
    sizeLimit !== undefined && sizeLimit !== null && compareQuantities(sizeLimit, "0") < 0
      ? [forbidden(child(path, "sizeLimit"), "SizeLimit field must be a valid resource quantity")]
      : [],
  hostPath: validateHostPath,
  gitRepo: (source, path) => [
    ...requireFields(source, ["repository"], path),
    ...validateDescendingPath(source.directory ?? "", child(path, "directory")),
  ],
  gcePersistentDisk: sharedRules.gcePersistentDisk,
  awsElasticBlockStore: sharedRules.awsElasticBlockStore,
  secret: function* (source, path) {
    return [
      ...requireFields(source, ["secretName"], path),
      ...validateFileMode(source.defaultMode, child(path, "defaultMode")),
      ...(yield* validateKeyFiles(source.items, path)),
    ];
  },
  nfs: sharedRules.nfs,
  iscsi: (source, path) => validateIscsi(source, path),
  glusterfs: (source, path) => requireFields(source, ["endpoints", "path"], path),
  flocker: sharedRules.flocker,
  persistentVolumeClaim: (source, path) => requireFields(source, ["claimName"], path),
  rbd: sharedRules.rbd,
  cinder: (source, path) => [
    ...requireFields(source, ["volumeID"], path),
    ...validateSecretRef(source.secretRef, ["name"], child(path, "secretRef")),
  ],
  cephfs: sharedRules.cephfs,
  quobyte: sharedRules.quobyte,
  downwardAPI: function* (source, path) {
    return [
      ...validateFileMode(source.defaultMode, child(path, "defaultMode")),
      ...(yield* errorsOfEach(source.items, path, (file) => validateDownwardFile(file, path))),
    ];
  },
  fc: sharedRules.fc,
  flexVolume: validateFlex,
  configMap: function* (source, path) {
    return [
      ...requireFields(source, ["name"], path),
      ...validateFileMode(source.defaultMode, child(path, "defaultMode")),
      ...(yield* validateKeyFiles(source.items, path)),
    ];
  },
  azureFile: (source, path) => requireFields(source, ["secretName", "shareName"], path),
  vsphereVolume: sharedRules.vsphereVolume,
  photonPersistentDisk: sharedRules.photonPersistentDisk,
  portworxVolume: sharedRules.portworxVolume,
  azureDisk: sharedRules.azureDisk,
  storageos: (source, path) => validateStorageOs(source, ["name"], path),
  projected: validateProjected,
  scaleIO: sharedRules.scaleIO,
  csi: (source, path) => {
    const name = source.nodePublishSecretRef?.name ?? "";
    return [
      ...validateDriverName(source.driver ?? "", child(path, "driver")),
      ...validateSecretRef(source.nodePublishSecretRef, ["name"], child(path, "nodePublishSecretRef")),
      ...(name === "" ? [] : invalidBy(child(path, "name"), name, checkSubdomain(name))),
    ];
  },
  ephemeral: ({ volumeClaimTemplate: template }, path) =>
    template === undefined || template === null
      ? [required(child(path, "volumeClaimTemplate"))]
      : claimTemplateErrors(template, child(path, "volumeClaimTemplate")),
  image: ({ pullPolicy }, path) => validateOptionalChoice(pullPolicy, PULL_POLICIES, child(path, "pullPolicy")),
} as const satisfies Rules;

/** The source fields of volumes, in the reference's order. */
const VOLUME_SOURCES = Object.keys(RULES) as readonly (keyof typeof RULES)[];

/** Field errors of a volume's source: there must be exactly one, valid by its own rules. @param path of the volume */
export function* validateVolumeSource(volume: Sources, path: string, rules: PodRules): Steps<FieldError[]> {
  const present = VOLUME_SOURCES.filter((source) => volume[source] !== undefined && volume[source] !== null);
  const [first, ...others] = present;
  if (first === undefined) return [required(path, "must specify a volume type")];
  const rule = RULES[first] as (source: unknown, path: string, rules: PodRules) => Found;
  return [
    ...(yield* finished(rule(volume[first], child(path, REPORTED_SOURCES[first]?.rule ?? first), rules))),
    ...others.map((source) =>
      forbidden(child(path, REPORTED_SOURCES[source]?.surplus ?? source), "may not specify more than 1 volume type"),
    ),
  ];
}
