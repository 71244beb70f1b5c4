/** Rules of security contexts. */
import type { PodSpec, SeccompProfile, SecurityContext } from "kubernetes-types/core/v1";
import { child, duplicate, type FieldError, index, invalid, required } from "../../../../shared/fieldError.ts";
import { rangeMessage } from "../regexText.ts";
import { validateChoice, validateOptionalChoice } from "./choice.ts";

const MAX_ID = 2147483647;
const SYSCTL = /^[a-z0-9]([-_a-z0-9]*[a-z0-9])?([./][a-z0-9]([-_a-z0-9]*[a-z0-9])?)*$/;
const PROFILE_TYPES = ["Localhost", "RuntimeDefault", "Unconfined"];

/** A user or group id. */
function validateId(id: number | undefined | null, path: string): FieldError[] {
  return id !== undefined && id !== null && (id < 0 || id > MAX_ID) ? [invalid(path, id, rangeMessage(0, MAX_ID))] : [];
}

function validateProfile(profile: SeccompProfile | undefined | null, word: string, path: string): FieldError[] {
  if (profile === undefined || profile === null) return [];
  const at = child(path, "localhostProfile");
  const local = profile.localhostProfile ?? undefined;
  const errors = validateChoice(profile.type, PROFILE_TYPES, child(path, "type"));
  if (profile.type === "Localhost") {
    if (local === undefined || local === "") errors.push(required(at, `must be set when ${word} type is Localhost`));
  } else if (local !== undefined) {
    errors.push(invalid(at, local, `can only be set when ${word} type is Localhost`));
  }
  return errors;
}

/** The context of one container. */
export function validateSecurityContext(context: SecurityContext | undefined | null, path: string): FieldError[] {
  if (context === undefined || context === null) return [];
  const errors = [
    ...validateId(context.runAsUser, child(path, "runAsUser")),
    ...validateId(context.runAsGroup, child(path, "runAsGroup")),
    ...validateOptionalChoice(context.procMount, ["Default", "Unmasked"], child(path, "procMount")),
    ...validateProfile(context.seccompProfile, "seccomp", child(path, "seccompProfile")),
    ...validateProfile(context.appArmorProfile, "AppArmor", child(path, "appArmorProfile")),
  ];
  if (context.allowPrivilegeEscalation === false) {
    if (context.privileged === true) {
      errors.push(invalid(path, context, "cannot set `allowPrivilegeEscalation` to false and `privileged` to true"));
    }
    if (context.capabilities?.add?.includes("CAP_SYS_ADMIN") === true) {
      errors.push(
        invalid(path, context, "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN"),
      );
    }
  }
  return errors;
}

/** The context of the pod, and the host name spaces that go with it. */
export function validatePodSecurityContext(spec: PodSpec, path: string): FieldError[] {
  const context = spec.securityContext;
  const at = (field: string): string => child(child(path, "securityContext"), field);
  const errors: FieldError[] = [];
  if (context !== undefined && context !== null) {
    errors.push(...validateId(context.fsGroup, at("fsGroup")));
    errors.push(...validateId(context.runAsUser, at("runAsUser")));
    errors.push(...validateId(context.runAsGroup, at("runAsGroup")));
    for (const [i, group] of (context.supplementalGroups ?? []).entries()) {
      errors.push(...validateId(group, index(at("supplementalGroups"), i)));
    }
  }
  if (spec.shareProcessNamespace === true && spec.hostPID === true) {
    errors.push(invalid(at("shareProcessNamespace"), true, "ShareProcessNamespace and HostPID cannot both be enabled"));
  }
  if (context === undefined || context === null) return errors;
  errors.push(...validateSysctls(context.sysctls, at("sysctls")));
  errors.push(
    ...validateOptionalChoice(context.fsGroupChangePolicy, ["Always", "OnRootMismatch"], at("fsGroupChangePolicy")),
  );
  errors.push(...validateProfile(context.seccompProfile, "seccomp", at("seccompProfile")));
  return [...errors, ...validateProfile(context.appArmorProfile, "AppArmor", at("appArmorProfile"))];
}

function validateSysctls(
  sysctls: readonly { readonly name?: string }[] | undefined | null,
  path: string,
): FieldError[] {
  const seen = new Set<string>();
  return (sysctls ?? []).flatMap(({ name = "" }, i) => {
    const at = child(index(path, i), "name");
    if (name === "") return [required(at)];
    if (name.length > 253 || !SYSCTL.test(name)) {
      return [
        invalid(
          at,
          name,
          "must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$",
        ),
      ];
    }
    if (seen.has(name)) return [duplicate(at, name)];
    seen.add(name);
    return [];
  });
}
