/** Rules of where a container mounts volumes. */
import type { Container } from "kubernetes-types/core/v1";
import {
  child,
  type FieldError,
  forbidden,
  index,
  invalid,
  notFound,
  required,
} from "../../../../shared/fieldError.ts";
import { validateOptionalChoice } from "./choice.ts";
import { validateDescendingPath } from "./paths.ts";

const PROPAGATION = ["Bidirectional", "HostToContainer", "None"];

/** Field errors of where volumes appear in a container. @param volumes names of the pod's volumes */
export function validateVolumeMounts(container: Container, volumes: ReadonlySet<string>, path: string): FieldError[] {
  const devices = container.volumeDevices ?? [];
  const mountPaths = new Set<string>();
  return (container.volumeMounts ?? []).flatMap((mount, i) => {
    const at = (field: string): string => child(index(path, i), field);
    const { name = "", mountPath = "", subPath = "", subPathExpr = "" } = mount;
    const errors: FieldError[] = [];
    if (name === "") errors.push(required(at("name")));
    if (!volumes.has(name)) errors.push(notFound(at("name"), name));
    if (mountPath === "") errors.push(required(at("mountPath")));
    if (mountPaths.has(mountPath)) errors.push(invalid(at("mountPath"), mountPath, "must be unique"));
    mountPaths.add(mountPath);
    if (devices.some((device) => device.name === name)) {
      errors.push(invalid(at("name"), name, "must not already exist in volumeDevices"));
    }
    if (devices.some(({ devicePath }) => devicePath === mountPath)) {
      errors.push(invalid(at("mountPath"), mountPath, "must not already exist as a path in volumeDevices"));
    }
    if (subPath !== "") errors.push(...validateDescendingPath(subPath, at("subPath")));
    if (subPathExpr !== "") {
      if (subPath !== "") {
        errors.push(invalid(at("subPathExpr"), subPathExpr, "subPathExpr and subPath are mutually exclusive"));
      }
      errors.push(...validateDescendingPath(subPathExpr, at("subPathExpr")));
    }
    errors.push(...validateOptionalChoice(mount.mountPropagation, PROPAGATION, at("mountPropagation")));
    if (mount.mountPropagation === "Bidirectional" && container.securityContext?.privileged !== true) {
      errors.push(
        forbidden(at("mountPropagation"), "Bidirectional mount propagation is available only to privileged containers"),
      );
    }
    return errors;
  });
}

/** Field errors of block devices in a container. @param volumes names of the pod's volumes */
export function validateVolumeDevices(container: Container, volumes: ReadonlySet<string>, path: string): FieldError[] {
  const names = new Set<string>();
  const paths = new Set<string>();
  return (container.volumeDevices ?? []).flatMap(({ name = "", devicePath = "" }, i) => {
    const at = (field: string): string => child(index(path, i), field);
    const errors: FieldError[] = [];
    if (name === "") errors.push(required(at("name")));
    if (names.has(name)) errors.push(invalid(at("name"), name, "must be unique"));
    if (!volumes.has(name)) errors.push(notFound(at("name"), name));
    if (devicePath === "") errors.push(required(at("devicePath")));
    if (paths.has(devicePath)) errors.push(invalid(at("devicePath"), devicePath, "must be unique"));
    names.add(name);
    paths.add(devicePath);
    return errors;
  });
}
