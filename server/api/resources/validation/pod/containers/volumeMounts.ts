/** Rules of volume mounts and volume devices of a container. */
import type { Container, Volume, VolumeMount } from "kubernetes-types/core/v1";
import { append } from "../../../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../../../shared/errorsOfEach.ts";
import {
  child,
  type FieldError,
  forbidden,
  invalid,
  notFound,
  notSupported,
  required,
} from "../../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../../shared/steps.ts";
import { validateOptionalChoice } from "../choice.ts";
import { validateDescendingPath, validateNoParent } from "../paths.ts";
import { imageOf } from "../volumes/volumes.ts";

const PROPAGATION = ["Bidirectional", "HostToContainer", "None"];
const RECURSIVE = ["Disabled", "Enabled", "IfPossible"];

/**
 * Field errors of the mounts of a container. Some rules are reported under the list instead of the mount, as in the
 * reference.
 */
export function validateVolumeMounts(
  container: Container,
  volumes: ReadonlyMap<string, Volume>,
  path: string,
): Steps<FieldError[]> {
  const devices = container.volumeDevices ?? [];
  const deviceNames = new Set(devices.map((device) => device.name));
  const devicePaths = lastPaths(devices.map(({ name, devicePath }) => [name, devicePath]));
  const mountPaths = new Set<string>();
  return errorsOfEach(container.volumeMounts, path, (mount, mountAt) => {
    const at = (field: string): string => child(mountAt, field);
    const { name = "", mountPath = "" } = mount;
    const errors: FieldError[] = [];
    if (name === "") errors.push(required(at("name")));
    if (!volumes.has(name)) errors.push(notFound(at("name"), name));
    if (mountPath === "") errors.push(required(at("mountPath")));
    if (mountPaths.has(mountPath)) errors.push(invalid(at("mountPath"), mountPath, "must be unique"));
    mountPaths.add(mountPath);
    if (deviceNames.has(name)) {
      errors.push(invalid(at("name"), name, "must not already exist in volumeDevices"));
    }
    if (devicePaths.has(mountPath)) {
      errors.push(invalid(at("mountPath"), mountPath, "must not already exist as a path in volumeDevices"));
    }
    if (imageOf(volumes.get(name)) !== undefined) append(errors, subPathsOfImage(mount, mountAt));
    return [
      ...errors,
      ...validateSubPaths(mount, at("subPathExpr"), path),
      ...validatePropagation(mount, container, child(path, "mountPropagation")),
      ...validateRecursion(mount, child(path, "recursiveReadOnly")),
    ];
  });
}

/** Volumes of images can only be mounted as a whole. */
const subPathsOfImage = (mount: VolumeMount, path: string): FieldError[] =>
  (["subPath", "subPathExpr"] as const).flatMap((field) =>
    (mount[field] ?? "") === ""
      ? []
      : [invalid(child(path, field), mount[field], "not allowed in image volume sources")],
  );

function validateSubPaths({ subPath = "", subPathExpr = "" }: VolumeMount, own: string, path: string): FieldError[] {
  const errors = subPath === "" ? [] : validateDescendingPath(subPath, child(path, "subPath"));
  if (subPathExpr === "") return errors;
  if (subPath !== "") errors.push(invalid(own, subPathExpr, "subPathExpr and subPath are mutually exclusive"));
  return [...errors, ...validateDescendingPath(subPathExpr, child(path, "subPathExpr"))];
}

function validatePropagation({ mountPropagation }: VolumeMount, container: Container, path: string): FieldError[] {
  const errors = validateOptionalChoice(mountPropagation, PROPAGATION, path);
  return mountPropagation === "Bidirectional" && container.securityContext?.privileged !== true
    ? [...errors, forbidden(path, "Bidirectional mount propagation is available only to privileged containers")]
    : errors;
}

function validateRecursion({ recursiveReadOnly, readOnly, mountPropagation }: VolumeMount, path: string): FieldError[] {
  if (recursiveReadOnly === undefined || recursiveReadOnly === null || recursiveReadOnly === "Disabled") return [];
  if (!RECURSIVE.includes(recursiveReadOnly)) return [notSupported(path, recursiveReadOnly, RECURSIVE)];
  const errors: FieldError[] = [];
  if (readOnly !== true) errors.push(forbidden(path, "may only be specified when readOnly is true"));
  if (mountPropagation !== undefined && mountPropagation !== null && mountPropagation !== "None") {
    errors.push(forbidden(path, "may only be specified when mountPropagation is None or not specified"));
  }
  return errors;
}

/** The last path of each volume; mounts and devices are compared by these. */
const lastPaths = (paths: Iterable<readonly [name: string, path: string]>): ReadonlySet<string> =>
  new Set(new Map(paths).values());

const BLOCK_ONLY = "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode";

/** Field errors of the raw devices of a container. */
export function validateVolumeDevices(
  container: Container,
  volumes: ReadonlyMap<string, Volume>,
  path: string,
): Steps<FieldError[]> {
  const mounts = container.volumeMounts ?? [];
  const mountNames = new Set(mounts.map((mount) => mount.name));
  const mountPaths = lastPaths(mounts.map(({ name, mountPath }) => [name, mountPath]));
  const names = new Set<string>();
  const paths = new Set<string>();
  return errorsOfEach(container.volumeDevices, path, ({ name = "", devicePath = "" }, deviceAt) => {
    const at = (field: string): string => child(deviceAt, field);
    const volume = volumes.get(name);
    const errors: FieldError[] = [];
    if (name === "") errors.push(required(at("name")));
    if (names.has(name)) errors.push(invalid(at("name"), name, "must be unique"));
    if (volume === undefined) errors.push(notFound(at("name"), name));
    else if (!volume.persistentVolumeClaim && !volume.ephemeral) errors.push(invalid(at("name"), name, BLOCK_ONLY));
    if (devicePath === "") errors.push(required(at("devicePath")));
    if (paths.has(devicePath)) errors.push(invalid(at("devicePath"), devicePath, "must be unique"));
    if (validateNoParent(devicePath, "").length === 0) paths.add(devicePath);
    else errors.push(invalid(at("devicePath"), devicePath, "can not contain backsteps ('..')"));
    if (mountNames.has(name)) {
      errors.push(invalid(at("name"), name, "must not already exist in volumeMounts"));
    }
    if (mountPaths.has(devicePath)) {
      errors.push(invalid(at("devicePath"), devicePath, "must not already exist as a path in volumeMounts"));
    }
    if (name !== "") names.add(name);
    return errors;
  });
}
