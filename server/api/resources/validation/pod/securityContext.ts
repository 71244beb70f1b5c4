/** Rules of security contexts of pods and their containers. */
import type { PodSecurityContext, PodSpec, SecurityContext } from "kubernetes-types/core/v1";
import { errorsOfEach } from "../../../../../shared/errorsOfEach.ts";
import {
  child,
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
} from "../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { rangeMessage } from "../../../../../shared/text/regexText.ts";
import { invalidText, pointer, structText } from "../../../../ground/formats/wording/goText.ts";
import { validateOptionalChoice } from "./choice.ts";
import { validateAppArmorProfile, validateSeccompProfile } from "./confinement.ts";
import { validateWindowsOptions } from "./windows.ts";

const MAX_ID = 2147483647;
const SEGMENT = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const SYSCTL = new RegExp(`^(${SEGMENT}[\\./])*${SEGMENT}$`);
const MAX_SYSCTL = 253;
const PROC_MOUNTS = ["Default", "Unmasked"];

/** Field errors of a user or group id. */
function validateId(id: number | undefined | null, path: string): FieldError[] {
  return id !== undefined && id !== null && (id < 0 || id > MAX_ID) ? [invalid(path, id, rangeMessage(0, MAX_ID))] : [];
}

/** Field errors of a container's context. @param hostUsers whether the pod shares the user namespace of the node */
export function* validateSecurityContext(
  context: SecurityContext | undefined | null,
  path: string,
  hostUsers = true,
): Steps<FieldError[]> {
  if (context === undefined || context === null) return [];
  return [
    ...validateId(context.runAsUser, child(path, "runAsUser")),
    ...validateId(context.runAsGroup, child(path, "runAsGroup")),
    ...validateProcMount(context.procMount, hostUsers, child(path, "procMount")),
    ...validateSeccompProfile(context.seccompProfile, child(path, "seccompProfile")),
    ...(yield* validateEscalation(context, path)),
    ...validateWindowsOptions(context.windowsOptions, child(path, "windowsOptions")),
    ...validateAppArmorProfile(context.appArmorProfile, child(path, "appArmorProfile")),
  ];
}

function validateProcMount(mount: string | undefined | null, hostUsers: boolean, path: string): FieldError[] {
  if (mount === undefined || mount === null) return [];
  if (!PROC_MOUNTS.includes(mount)) return [notSupported(path, mount, PROC_MOUNTS)];
  return hostUsers && mount === "Unmasked" ? [invalid(path, mount, "`hostUsers` must be false to use `Unmasked`")] : [];
}

function* validateEscalation(context: SecurityContext, path: string): Steps<FieldError[]> {
  if (context.allowPrivilegeEscalation !== false) return [];
  const refusal = (what: string): FieldError =>
    invalidText(path, contextText(context), `cannot set \`allowPrivilegeEscalation\` to false and ${what}`);
  const ofCapabilities = errorsOfEach(context.capabilities?.add, path, (added) =>
    added === "CAP_SYS_ADMIN" ? [refusal("`capabilities.Add` CAP_SYS_ADMIN")] : [],
  );
  return [...(context.privileged === true ? [refusal("`privileged` to true")] : []), ...(yield* ofCapabilities)];
}

const contextText = (context: SecurityContext): string =>
  structText("core.SecurityContext", {
    Capabilities: pointer("core.Capabilities", context.capabilities),
    Privileged: pointer("bool", context.privileged),
    SELinuxOptions: pointer("core.SELinuxOptions", context.seLinuxOptions),
    WindowsOptions: pointer("core.WindowsSecurityContextOptions", context.windowsOptions),
    RunAsUser: pointer("int64", context.runAsUser),
    RunAsGroup: pointer("int64", context.runAsGroup),
    RunAsNonRoot: pointer("bool", context.runAsNonRoot),
    ReadOnlyRootFilesystem: pointer("bool", context.readOnlyRootFilesystem),
    AllowPrivilegeEscalation: pointer("bool", context.allowPrivilegeEscalation),
    ProcMount: pointer("core.ProcMountType", context.procMount),
    SeccompProfile: pointer("core.SeccompProfile", context.seccompProfile),
    AppArmorProfile: pointer("core.AppArmorProfile", context.appArmorProfile),
  });

/** Field errors of a pod's context. @param path of the spec */
export function* validatePodSecurityContext(spec: PodSpec, path: string): Steps<FieldError[]> {
  const context: PodSecurityContext = spec.securityContext ?? {};
  const policies = context as { readonly supplementalGroupsPolicy?: string; readonly seLinuxChangePolicy?: string };
  const at = (field: string): string => child(child(path, "securityContext"), field);
  const errors = [
    ...validateId(context.fsGroup, at("fsGroup")),
    ...validateId(context.runAsUser, at("runAsUser")),
    ...validateId(context.runAsGroup, at("runAsGroup")),
    ...(yield* errorsOfEach(context.supplementalGroups, at("supplementalGroups"), validateId)),
  ];
  if (spec.shareProcessNamespace === true && spec.hostPID === true) {
    errors.push(invalid(at("shareProcessNamespace"), true, "ShareProcessNamespace and HostPID cannot both be enabled"));
  }
  return [
    ...errors,
    ...(yield* validateSysctls(spec, at("sysctls"))),
    ...validateOptionalChoice(context.fsGroupChangePolicy, ["Always", "OnRootMismatch"], at("fsGroupChangePolicy")),
    ...validateSeccompProfile(context.seccompProfile, at("seccompProfile")),
    ...validateWindowsOptions(context.windowsOptions, at("windowsOptions")),
    ...validateAppArmorProfile(context.appArmorProfile, at("appArmorProfile")),
    ...validateOptionalChoice(policies.supplementalGroupsPolicy, ["Merge", "Strict"], at("supplementalGroupsPolicy")),
    ...validateOptionalChoice(policies.seLinuxChangePolicy, ["MountOption", "Recursive"], at("seLinuxChangePolicy")),
  ];
}

function validateSysctls(spec: PodSpec, path: string): Steps<FieldError[]> {
  const seen = new Set<string>();
  return errorsOfEach(spec.securityContext?.sysctls, path, ({ name = "" }, sysctl) => {
    const at = child(sysctl, "name");
    const errors: FieldError[] = [];
    if (name === "") errors.push(required(at));
    else if (name.length > MAX_SYSCTL || !SYSCTL.test(name)) {
      const detail = `must have at most ${MAX_SYSCTL} characters and match regex ^(${SEGMENT}[\\./])*${SEGMENT}$`;
      errors.push(invalid(at, name, detail));
    } else if (seen.has(name)) errors.push(duplicate(at, name));
    seen.add(name);
    const space = sysctlNamespace(name);
    if (space === "net" && spec.hostNetwork === true) {
      errors.push(invalid(at, name, "may not be specified when 'hostNetwork' is true"));
    } else if (space === "ipc" && spec.hostIPC === true) {
      errors.push(invalid(at, name, "may not be specified when 'hostIPC' is true"));
    }
    return errors;
  });
}

/** The namespace that a kernel parameter belongs to, if any. Names may be separated by dots or by slashes. */
function sysctlNamespace(name: string): "net" | "ipc" | undefined {
  const dotted = /^[^./]*\//.test(name) ? name.replace(/[./]/g, (c) => (c === "/" ? "." : "/")) : name;
  if (dotted.startsWith("net.")) return "net";
  return /^(kernel\.(shm|msg)|fs\.mqueue\.)/.test(dotted) || dotted === "kernel.sem" ? "ipc" : undefined;
}

/** A pod with its own user namespace may not use other namespaces of the node. */
export function validateHostUsers(spec: PodSpec, path: string): FieldError[] {
  if (spec.hostUsers !== false) return [];
  const detail = "when `pod.Spec.HostUsers` is false";
  const errors: FieldError[] = [];
  if (spec.hostNetwork === true) errors.push(forbidden(child(path, "hostNetwork"), detail));
  if (spec.hostPID === true) errors.push(forbidden(child(path, "HostPID"), detail));
  if (spec.hostIPC === true) errors.push(forbidden(child(path, "HostIPC"), detail));
  return errors;
}
