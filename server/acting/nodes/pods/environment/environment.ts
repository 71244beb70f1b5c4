import type { Container, EnvVar, ResourceFieldSelector, Service } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../../shared/object.ts";
import type { NodePod } from "../podParts.ts";
import { resourceText } from "./containerResources.ts";
import { serviceVariables } from "./serviceVariables.ts";

/** What a container's environment is built from. */
export interface EnvironmentParts {
  readonly pod: NodePod;
  readonly container: Container;
  /** One address per IP family. */
  readonly podAddresses: readonly string[];
  readonly hostAddresses: readonly string[];
  /** The node's allocatable resources, as quantities by resource. */
  readonly allocatable: Readonly<Record<string, string>>;
  /** Services for the pod's environment variables. */
  services(): readonly Service[];
  /** Returns an object of the pod's namespace. */
  config(name: string): ApiObject | undefined;
  secret(name: string): ApiObject | undefined;
}

/** The container's configuration is invalid, so it cannot start. */
export class ConfigError extends Error {}

/**
 * Maximum number of characters of arguments, or of environment, for starting a program: kernels reject more. Without a
 * limit, references to references could double the text again and again.
 */
const MAX_TEXT = 2 * 1024 * 1024;

/** Counts characters up to {@link MAX_TEXT}. */
class Room {
  left = MAX_TEXT;

  /** @throws ConfigError when the remaining room is smaller than the length */
  take(length: number): void {
    this.left -= length;
    if (this.left < 0) throw new ConfigError("argument list too long");
  }
}

/**
 * The environment of a container: service variables, then `envFrom`, then `env`, with `$(NAME)` replaced by variables
 * defined earlier.
 * @throws ConfigError with the reference's message when something that it needs does not exist
 */
export function environmentOf(parts: EnvironmentParts): Map<string, string> {
  const { container } = parts;
  const env = serviceVariables(parts.services());
  const room = new Room();
  const set = (name: string, value: string): void => {
    room.take(name.length + value.length);
    env.set(name, value);
  };
  for (const { prefix = "", configMapRef, secretRef } of container.envFrom ?? []) {
    const source = configMapRef ?? secretRef;
    const isSecret = configMapRef === undefined;
    const object =
      source?.name === undefined ? undefined : isSecret ? parts.secret(source.name) : parts.config(source.name);
    if (object === undefined) {
      if (source?.optional === true) continue;
      throw new ConfigError(`${isSecret ? "secret" : "configmap"} "${source?.name}" not found`);
    }
    for (const [name, value] of Object.entries(valuesOf(object, isSecret))) set(`${prefix}${name}`, value);
  }
  for (const variable of container.env ?? []) {
    const value = variableValue(variable, parts, env);
    if (value !== undefined) set(variable.name, value);
  }
  return env;
}

function variableValue(
  variable: EnvVar,
  parts: EnvironmentParts,
  env: ReadonlyMap<string, string>,
): string | undefined {
  const { valueFrom } = variable;
  if (valueFrom === undefined) return expand(variable.value ?? "", env);
  const { configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef } = valueFrom;
  if (fieldRef !== undefined) return podField(parts, fieldRef.fieldPath);
  if (resourceFieldRef !== undefined) return containerResource(resourceFieldRef, parts);
  const ref = configMapKeyRef ?? secretKeyRef;
  const isSecret = configMapKeyRef === undefined;
  if (ref === undefined) return "";
  const noun = isSecret ? "secret" : "configmap";
  const object = isSecret ? parts.secret(ref.name ?? "") : parts.config(ref.name ?? "");
  const value = object === undefined ? undefined : valuesOf(object, isSecret)[ref.key];
  if (value !== undefined) return value;
  if (ref.optional === true) return undefined;
  if (object === undefined) throw new ConfigError(`${noun} "${ref.name}" not found`);
  const { namespace, name } = object.metadata;
  throw new ConfigError(`couldn't find key ${ref.key} in ${isSecret ? "Secret" : "ConfigMap"} ${namespace}/${name}`);
}

/** A resource of the container itself, or of the one that the reference names. */
function containerResource(
  reference: ResourceFieldSelector,
  { pod, container, allocatable }: Pick<EnvironmentParts, "pod" | "container" | "allocatable">,
): string {
  const { containerName = "" } = reference;
  if (containerName === "") return resourceText(reference, container, allocatable);
  const named = ({ name }: Container): boolean => name === containerName;
  const main = pod.spec.containers.find(named);
  if (main !== undefined) return resourceText(reference, main, allocatable);
  const init = pod.spec.initContainers?.find(named);
  if (init === undefined) throw new ConfigError(`container ${containerName} not found`);
  // The limits of other init containers do not default to what the node has.
  return resourceText(reference, init, {});
}

/** The text values of a config map, or of a secret. */
export function valuesOf(object: ApiObject, isSecret: boolean): Record<string, string> {
  const data = (object["data"] ?? {}) as Record<string, string>;
  if (!isSecret) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, Buffer.from(value, "base64").toString()]),
  );
}

/** A field of the pod as the downward API names it. */
export function podField(
  { pod, podAddresses, hostAddresses }: Pick<EnvironmentParts, "pod" | "podAddresses" | "hostAddresses">,
  path: string,
): string {
  const { metadata, spec } = pod;
  const [, map, key] = /^metadata\.(labels|annotations)\['([^']+)'\]$/.exec(path) ?? [];
  if (map === "labels" || map === "annotations") return metadata[map]?.[key ?? ""] ?? "";
  const fields: Record<string, string | undefined> = {
    "metadata.name": metadata.name,
    "metadata.namespace": metadata.namespace,
    "metadata.uid": metadata.uid,
    "spec.nodeName": spec.nodeName,
    "spec.serviceAccountName": spec.serviceAccountName,
    "status.podIP": podAddresses[0],
    "status.podIPs": podAddresses.join(","),
    "status.hostIP": hostAddresses[0],
    "status.hostIPs": hostAddresses.join(","),
  };
  return fields[path] ?? "";
}

/** The command line of a container's program, with references replaced. @throws ConfigError when it is too long */
export function commandOf(
  { command = [], args = [] }: Pick<Container, "command" | "args">,
  env: ReadonlyMap<string, string>,
): { readonly command: string[]; readonly args: string[] } {
  const room = new Room();
  const expanded = (text: string): string => {
    const whole = expand(text, env, room.left);
    room.take(whole.length);
    return whole;
  };
  return { command: command.map(expanded), args: args.map(expanded) };
}

/**
 * Replaces `$(NAME)` by the value of NAME and `$$` by a dollar sign; references to names that are not set stay
 * unchanged.
 * @throws ConfigError when the text grows beyond `most` characters
 */
export function expand(text: string, env: ReadonlyMap<string, string>, most = MAX_TEXT): string {
  const end = endOfReferences(text);
  let length = text.length;
  const known = text.slice(0, end).replace(REFERENCE, (all, name: string | undefined) => {
    const value = all === "$$" ? "$" : (env.get(name ?? "") ?? all);
    length += value.length - all.length;
    if (length > most) throw new ConfigError("argument list too long");
    return value;
  });
  return known + text.slice(end).replaceAll("$$", () => "$");
}

/** The variables that a text refers to. */
export const referencesIn = (text: string): string[] =>
  [...text.slice(0, endOfReferences(text)).matchAll(REFERENCE)].flatMap(([, name]) => name ?? []);

const REFERENCE = /\$\$|\$\(([^)]*)\)/g;

/**
 * The position after the last `)`: no reference can end behind it. Searching the end of each reference that begins
 * there would take quadratic time.
 */
const endOfReferences = (text: string): number => text.lastIndexOf(")") + 1;
