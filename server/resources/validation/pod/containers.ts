/** Rules of containers. */

import type { Container, Volume } from "kubernetes-types/core/v1";
import { append } from "../../../../shared/append.ts";
import {
  child,
  duplicate,
  type FieldError,
  forbidden,
  index,
  invalid,
  required,
} from "../../../../shared/fieldError.ts";
import { checkLabel, invalidBy } from "../names.ts";
import { validateChoice } from "./choice.ts";
import { validateEnv, validateEnvFrom } from "./env.ts";
import type { PodRules } from "./podRules.ts";
import { validateContainerPorts } from "./ports.ts";
import { validateLifecycle, validateProbe } from "./probes.ts";
import { validateResourceRequirements } from "./resources.ts";
import { validateSecurityContext } from "./securityContext.ts";
import { validateVolumeDevices, validateVolumeMounts } from "./volumeMounts.ts";

/** What containers refer to in their pod. */
export interface ContainerScope {
  /** The pod's volumes that are sound, by name. */
  readonly volumes: ReadonlyMap<string, Volume>;
  /** Names of the pod's resource claims. */
  readonly claims: ReadonlySet<string>;
  readonly graceSeconds: number;
  /** Whether the pod's users are those of the node. */
  readonly hostUsers: boolean;
  readonly rules: PodRules;
}

/** The regular containers: at least one, names unique, host ports unique. */
export function validateContainers(
  containers: readonly Container[] | undefined | null,
  scope: ContainerScope,
  path: string,
): FieldError[] {
  const list = containers ?? [];
  if (list.length === 0) return [required(path)];
  const names = new Set<string>();
  const errors: FieldError[] = [];
  for (const [i, container] of list.entries()) {
    const at = index(path, i);
    const name = container.name ?? "";
    append(errors, validateContainer(container, scope, at));
    if (names.has(name)) errors.push(duplicate(child(at, "name"), name));
    names.add(name);
    append(errors, validateRunningParts(container, scope, at));
    if (container.restartPolicy !== undefined && container.restartPolicy !== null) {
      errors.push(forbidden(child(at, "restartPolicy"), "may not be set for non-init containers"));
    }
  }
  return [...errors, ...validateHostPortConflicts(list, path)];
}

/** Hooks and probes: what only a container that keeps running can have. */
export function validateRunningParts(container: Container, scope: ContainerScope, path: string): FieldError[] {
  return [
    ...validateLifecycle(container.lifecycle, scope.graceSeconds, child(path, "lifecycle")),
    ...validateProbe("liveness", container.livenessProbe, child(path, "livenessProbe")),
    ...validateProbe("readiness", container.readinessProbe, child(path, "readinessProbe")),
    ...validateProbe("startup", container.startupProbe, child(path, "startupProbe")),
  ];
}

/** What holds for a container of any sort. */
export function validateContainer(container: Container, scope: ContainerScope, path: string): FieldError[] {
  const at = (field: string): string => child(path, field);
  const { name = "", image = "" } = container;
  return [
    ...(name === "" ? [required(at("name"))] : invalidBy(at("name"), name, checkLabel(name))),
    ...(image === "" ? [required(at("image"))] : []),
    ...validateChoice(
      container.terminationMessagePolicy,
      ["File", "FallbackToLogsOnError"],
      at("terminationMessagePolicy"),
    ),
    ...validateContainerPorts(container.ports, at("ports")),
    ...validateEnv(container.env, at("env")),
    ...validateEnvFrom(container.envFrom, at("envFrom")),
    ...validateVolumeMounts(container, scope.volumes, at("volumeMounts")),
    ...validateVolumeDevices(container, scope.volumes, at("volumeDevices")),
    ...validateChoice(container.imagePullPolicy, ["Always", "IfNotPresent", "Never"], at("imagePullPolicy")),
    ...validateResourceRequirements(container.resources, scope, at("resources")),
    ...validateSecurityContext(container.securityContext, at("securityContext"), scope.hostUsers),
  ];
}

/** Field errors of an image that a pod runs; templates tolerate spaces around it. @param path of the container */
export const validateImageSpaces = ({ image = "" }: Container, path: string): FieldError[] =>
  image.trim() === image ? [] : [invalid(child(path, "image"), image, "must not have leading or trailing whitespace")];

/** Two containers of a pod cannot listen on the same port of the node. */
export function validateHostPortConflicts(containers: readonly Container[], path: string): FieldError[] {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const [i, container] of containers.entries()) {
    for (const [j, { hostPort = 0, hostIP = "", protocol = "TCP" }] of (container.ports ?? []).entries()) {
      if (hostPort === 0) continue;
      const text = `${protocol}/${hostIP}/${hostPort}`;
      if (seen.has(text)) errors.push(duplicate(`${index(child(index(path, i), "ports"), j)}.hostPort`, text));
      seen.add(text);
    }
  }
  return errors;
}

/**
 * Field errors of ports in the network of the node: a container's port is the node's.
 * @param isPod templates may leave the node's port out, since their pods get it by default
 */
export function validateHostNetworkPorts(
  containers: readonly Container[] | undefined | null,
  path: string,
  isPod: boolean,
): FieldError[] {
  return (containers ?? []).flatMap((container, i) =>
    (container.ports ?? []).flatMap(({ hostPort = 0, containerPort }, j) => {
      if (hostPort === containerPort || (hostPort === 0 && !isPod)) return [];
      const at = child(index(child(index(path, i), "ports"), j), "hostPort");
      return [invalid(at, hostPort, "must match `containerPort` when `hostNetwork` is true")];
    }),
  );
}
