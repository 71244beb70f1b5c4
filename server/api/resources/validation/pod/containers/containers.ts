/** Rules of containers. */

import type { Container, Volume } from "kubernetes-types/core/v1";
import { append } from "../../../../../../shared/collections/append.ts";
import { errorsOfEach, errorsWithin } from "../../../../../../shared/errorsOfEach.ts";
import {
  child,
  duplicate,
  type FieldError,
  FieldErrorList,
  forbidden,
  index,
  invalid,
  required,
} from "../../../../../../shared/fieldError.ts";
import { isTurnDue, type Steps } from "../../../../../../shared/steps.ts";
import { checkLabel, invalidBy } from "../../../../../ground/formats/names/names.ts";
import { validateChoice } from "../choice.ts";
import type { PodRules } from "../podRules.ts";
import { validateSecurityContext } from "../securityContext.ts";
import { validateEnv, validateEnvFrom } from "./env.ts";
import { validateContainerPorts } from "./ports.ts";
import { validateLifecycle, validateProbe } from "./probes.ts";
import { PULL_POLICIES } from "./pullPolicies.ts";
import { type ResizePolicy, validateResizePolicy } from "./resizePolicy.ts";
import { validateResourceRequirements } from "./resources.ts";
import { validateVolumeDevices, validateVolumeMounts } from "./volumeMounts.ts";

/** The parts of a pod that its containers refer to. */
export interface ContainerScope {
  /** The pod's valid volumes, by name. */
  readonly volumes: ReadonlyMap<string, Volume>;
  /** Names of the pod's resource claims. */
  readonly claims: ReadonlySet<string>;
  readonly graceSeconds: number;
  /** Whether the pod shares the user namespace of the node. */
  readonly hostUsers: boolean;
  /** The restart policy of the pod. */
  readonly restartPolicy?: string | undefined;
  readonly rules: PodRules;
}

/** Validates the regular containers: there must be at least one, with unique names and host ports. */
export function* validateContainers(
  containers: readonly Container[] | undefined | null,
  scope: ContainerScope,
  path: string,
): Steps<FieldError[]> {
  const list = containers ?? [];
  if (list.length === 0) return [required(path)];
  const names = new Set<string>();
  const errors = yield* errorsWithin(list, path, function* (container, at) {
    const name = container.name ?? "";
    const found = yield* validateContainer(container, scope, at);
    if (names.has(name)) found.push(duplicate(child(at, "name"), name));
    names.add(name);
    append(found, yield* validateRunningParts(container, scope, at));
    if (container.restartPolicy !== undefined && container.restartPolicy !== null) {
      found.push(forbidden(child(at, "restartPolicy"), "may not be set for non-init containers"));
    }
    return found;
  });
  return [...errors, ...(yield* validateHostPortConflicts(list, path))];
}

/** Validates hooks and probes, which only containers that keep running may have. */
export function* validateRunningParts(container: Container, scope: ContainerScope, path: string): Steps<FieldError[]> {
  return [
    ...(yield* validateLifecycle(container.lifecycle, scope, child(path, "lifecycle"))),
    ...(yield* validateProbe("liveness", container.livenessProbe, child(path, "livenessProbe"))),
    ...(yield* validateProbe("readiness", container.readinessProbe, child(path, "readinessProbe"))),
    ...(yield* validateProbe("startup", container.startupProbe, child(path, "startupProbe"))),
  ];
}

/** The rules for containers of every kind. */
export function* validateContainer(container: Container, scope: ContainerScope, path: string): Steps<FieldError[]> {
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
    ...(yield* validateContainerPorts(container.ports, at("ports"))),
    ...(yield* validateEnv(container.env, at("env"), scope.rules)),
    ...(yield* validateEnvFrom(container.envFrom, at("envFrom"), scope.rules)),
    ...(yield* validateVolumeMounts(container, scope.volumes, at("volumeMounts"))),
    ...(yield* validateVolumeDevices(container, scope.volumes, at("volumeDevices"))),
    ...validateChoice(container.imagePullPolicy, PULL_POLICIES, at("imagePullPolicy")),
    ...(yield* validateResourceRequirements(container.resources, scope, at("resources"))),
    ...(yield* validateResizePolicy(resizePolicyOf(container), at("resizePolicy"), scope.restartPolicy)),
    ...(yield* validateSecurityContext(container.securityContext, at("securityContext"), scope.hostUsers)),
  ];
}

/** The resize policy of a container. */
export const resizePolicyOf = (container: Container): readonly ResizePolicy[] | undefined =>
  (container as { readonly resizePolicy?: readonly ResizePolicy[] }).resizePolicy;

/** Field errors of surrounding spaces in a pod's image, which templates tolerate. @param path of the container */
export const validateImageSpaces = ({ image = "" }: Container, path: string): FieldError[] =>
  image.trim() === image ? [] : [invalid(child(path, "image"), image, "must not have leading or trailing whitespace")];

/** Two containers of a pod cannot use the same port of the node. */
export function* validateHostPortConflicts(containers: readonly Container[], path: string): Steps<FieldError[]> {
  const seen = new Set<string>();
  const found = new FieldErrorList();
  for (const [i, container] of containers.entries()) {
    if (isTurnDue()) yield;
    for (const [j, { hostPort = 0, hostIP = "", protocol = "TCP" }] of (container.ports ?? []).entries()) {
      if (isTurnDue()) yield;
      if (found.isFull) return found.errors;
      if (hostPort === 0) continue;
      const text = `${protocol}/${hostIP}/${hostPort}`;
      if (seen.has(text)) found.add(duplicate(`${index(child(index(path, i), "ports"), j)}.hostPort`, text));
      seen.add(text);
    }
  }
  return found.errors;
}

/**
 * Field errors of ports in the host network, where the host port must equal the container port.
 * @param isPod templates may omit the host port, since their pods get it by default
 */
export function validateHostNetworkPorts(
  containers: readonly Container[] | undefined | null,
  path: string,
  isPod: boolean,
): Steps<FieldError[]> {
  return errorsWithin(containers, path, ({ ports }, container) =>
    errorsOfEach(ports, child(container, "ports"), ({ hostPort = 0, containerPort }, port) => {
      if (hostPort === containerPort || (hostPort === 0 && !isPod)) return [];
      return [invalid(child(port, "hostPort"), hostPort, "must match `containerPort` when `hostNetwork` is true")];
    }),
  );
}
