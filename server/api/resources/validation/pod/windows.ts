/** Rules of pods for Windows. */

import type { Container, PodSpec, WindowsSecurityContextOptions } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { child, type FieldError, FieldErrorList, forbidden, invalid } from "../../../../../shared/fieldError.ts";
import { isTurnDue, type Steps } from "../../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../../shared/text/qualifiedName.ts";
import { byteLength } from "../../../../../shared/text/regexText.ts";
import { invalidBy } from "../../../../ground/formats/names/names.ts";
import { visitContainers } from "./containers/visitContainers.ts";

const MAX_CREDENTIAL_KIB = 64;
const MAX_DOMAIN = 256;
const MAX_USER = 104;
const LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
const DNS_DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
const NETBIOS_DOMAIN = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;

/** Field errors of the Windows options of a pod or a container. */
export function validateWindowsOptions(
  options: WindowsSecurityContextOptions | undefined | null,
  path: string,
): FieldError[] {
  const { gmsaCredentialSpecName: name, gmsaCredentialSpec: spec, runAsUserName: user } = options ?? {};
  const errors: FieldError[] = [];
  if (name !== undefined && name !== null) {
    append(errors, invalidBy(child(path, "gmsaCredentialSpecName"), name, checkSubdomain(name)));
  }
  if (spec !== undefined && spec !== null) {
    const at = child(path, "gmsaCredentialSpec");
    if (spec === "") errors.push(invalid(at, spec, "gmsaCredentialSpec cannot be an empty string"));
    else if (byteLength(spec) > MAX_CREDENTIAL_KIB * 1024) {
      errors.push(invalid(at, spec, `gmsaCredentialSpec size must be under ${MAX_CREDENTIAL_KIB} KiB`));
    }
  }
  if (user === undefined || user === null) return errors;
  return [...errors, ...checkUserName(user).map((detail) => invalid(child(path, "runAsUserName"), user, detail))];
}

function checkUserName(name: string): string[] {
  if (name === "") return ["runAsUserName cannot be an empty string"];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(name)) return ["runAsUserName cannot contain control characters"];
  const parts = name.split("\\");
  if (parts.length > 2) return ["runAsUserName cannot contain more than one backslash"];
  const user = parts.at(-1) ?? "";
  const domain = parts.length === 2 ? (parts[0] ?? "") : undefined;
  const messages: string[] = [];
  if (domain !== undefined) {
    if (byteLength(domain) >= MAX_DOMAIN) {
      messages.push(`runAsUserName's Domain length must be under ${MAX_DOMAIN} characters`);
    }
    if (!NETBIOS_DOMAIN.test(domain) && !DNS_DOMAIN.test(domain)) {
      messages.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
    }
  }
  if (user === "") messages.push("runAsUserName's User cannot be empty");
  else if (byteLength(user) > MAX_USER) {
    messages.push(`runAsUserName's User length must not be longer than ${MAX_USER} characters`);
  }
  if (/^[. ]+$/.test(user)) messages.push("runAsUserName's User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    messages.push(`runAsUserName's User cannot contain the following characters: "/\\:;|=,+*?<>@[]`);
  }
  return messages;
}

/** Validates host process containers: all containers of a pod or none, and only in the host network. */
export function* validateHostProcess(spec: PodSpec, path: string): Steps<FieldError[]> {
  const pod = spec.securityContext?.windowsOptions?.hostProcess ?? undefined;
  const found = new FieldErrorList();
  let all = 0;
  let host = 0;
  for (const [container, at] of visitContainers(spec, path)) {
    if (isTurnDue()) yield;
    const own = container.securityContext?.windowsOptions?.hostProcess ?? undefined;
    all += 1;
    if (pod !== undefined && own !== undefined && pod !== own) {
      const detail = `pod hostProcess value must be identical if both are specified, was ${pod}`;
      found.add(invalid(child(at, "securityContext.windowsOptions.hostProcess"), own, detail));
    }
    if (own ?? pod) host += 1;
  }
  const { errors } = found;
  if (host === 0) return errors;
  if (host !== all) {
    const detail = "If pod contains any hostProcess containers then all containers must be HostProcess containers";
    errors.push(invalid(path, "", detail));
  }
  if (spec.hostNetwork !== true) {
    const detail = "hostNetwork must be true if pod contains any hostProcess containers";
    errors.push(invalid(child(path, "hostNetwork"), false, detail));
  }
  return errors;
}

const POD_FIELDS: readonly (readonly [name: string, inContext: boolean])[] = [
  ["appArmorProfile", true],
  ["seLinuxOptions", true],
  ["hostUsers", false],
  ["hostPID", false],
  ["hostIPC", false],
  ["seccompProfile", true],
  ["fsGroup", true],
  ["fsGroupChangePolicy", true],
  ["sysctls", true],
  ["shareProcessNamespace", false],
  ["runAsUser", true],
  ["runAsGroup", true],
  ["supplementalGroups", true],
  ["supplementalGroupsPolicy", true],
  ["seLinuxChangePolicy", true],
];
const CONTAINER_FIELDS = [
  "appArmorProfile",
  "seLinuxOptions",
  "seccompProfile",
  "capabilities",
  "readOnlyRootFilesystem",
  "privileged",
  "allowPrivilegeEscalation",
  "procMount",
  "runAsUser",
  "runAsGroup",
] as const;

/** A pod that names its operating system must not use the options of the other one. */
export function validateOsFields(spec: PodSpec, path: string): Steps<FieldError[]> {
  return spec.os?.name === "windows" ? validateNotLinux(spec, path) : validateNotWindows(spec, path);
}

function* validateNotWindows(spec: PodSpec, path: string): Steps<FieldError[]> {
  const found = new FieldErrorList();
  const check = (context: Container["securityContext"] | PodSpec["securityContext"], at: string): void => {
    if (!context?.windowsOptions) return;
    found.add(forbidden(child(at, "securityContext.windowsOptions"), "windows options cannot be set for a linux pod"));
  };
  check(spec.securityContext, path);
  for (const [{ securityContext }, at] of visitContainers(spec, path)) {
    if (found.isFull) break;
    if (isTurnDue()) yield;
    check(securityContext, at);
  }
  return found.errors;
}

function* validateNotLinux(spec: PodSpec, path: string): Steps<FieldError[]> {
  const detail = "cannot be set for a windows pod";
  const own = spec as unknown as Readonly<Record<string, unknown>>;
  const context = (spec.securityContext ?? {}) as Readonly<Record<string, unknown>>;
  const found = new FieldErrorList();
  const ofPod = POD_FIELDS.filter(([name, inContext]) => isSet(name, (inContext ? context : own)[name])).map(
    ([name, inContext]) => forbidden(child(path, inContext ? `securityContext.${name}` : name), detail),
  );
  found.addAll(ofPod);
  for (const [container, at] of visitContainers(spec, path)) {
    if (found.isFull) break;
    if (isTurnDue()) yield;
    const values = (container.securityContext ?? {}) as Readonly<Record<string, unknown>>;
    for (const name of CONTAINER_FIELDS) {
      if (values[name] !== undefined && values[name] !== null) {
        found.add(forbidden(child(at, `securityContext.${name}`), detail));
      }
    }
  }
  return found.errors;
}

/** Whether the reference considers the field set. For two of the fields, false counts as absent. */
const isSet = (name: string, value: unknown): boolean =>
  name === "hostPID" || name === "hostIPC"
    ? value === true
    : value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
