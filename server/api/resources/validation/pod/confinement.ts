/** Rules of seccomp and AppArmor profiles, which restrict what a container may ask of its kernel. */

import type { AppArmorProfile, SeccompProfile } from "kubernetes-types/core/v1";
import { child, type FieldError, invalid, notSupported, required, tooLong } from "../../../../../shared/fieldError.ts";
import { quoted } from "../../../../../shared/text/quoted.ts";
import { invalidText, pointer, structText } from "../../../../ground/formats/wording/goText.ts";
import { validateDescendingPath } from "./paths.ts";

const TYPES = ["Localhost", "RuntimeDefault", "Unconfined"];
/** Maximum path length of the kernel. */
const MAX_PATH = 4095;

/** Field errors of a seccomp profile. */
export function validateSeccompProfile(profile: SeccompProfile | undefined | null, path: string): FieldError[] {
  if (profile === undefined || profile === null) return [];
  const at = child(path, "localhostProfile");
  const type: string = profile.type ?? "";
  const local = profile.localhostProfile ?? undefined;
  const errors: FieldError[] = [];
  if (type === "") errors.push(required(child(path, "type"), "type is required when seccompProfile is set"));
  else if (!TYPES.includes(type)) errors.push(notSupported(child(path, "type"), type, TYPES));
  if (type === "Localhost") {
    return local === undefined
      ? [...errors, required(at, "must be set when seccomp type is Localhost")]
      : [...errors, ...validateDescendingPath(local, at)];
  }
  if (local === undefined) return errors;
  const shown = structText("core.SeccompProfile", { Type: quoted(type), LocalhostProfile: pointer("string", local) });
  return [...errors, invalidText(at, shown, "can only be set when seccomp type is Localhost")];
}

/** Field errors of an AppArmor profile. */
export function validateAppArmorProfile(profile: AppArmorProfile | undefined | null, path: string): FieldError[] {
  if (profile === undefined || profile === null) return [];
  const at = child(path, "localhostProfile");
  const local = profile.localhostProfile ?? undefined;
  switch (profile.type as string | undefined) {
    case "Localhost":
      return validateLocalAppArmor(local, at);
    case "RuntimeDefault":
    case "Unconfined":
      return local === undefined ? [] : [invalid(at, local, "can only be set when AppArmor type is Localhost")];
    case "":
    case undefined:
      return [required(child(path, "type"), "type is required when appArmorProfile is set")];
    default:
      return [notSupported(child(path, "type"), profile.type, TYPES)];
  }
}

function validateLocalAppArmor(local: string | undefined, path: string): FieldError[] {
  const missing = required(path, "must be set when AppArmor type is Localhost");
  if (local === undefined) return [missing];
  const errors: FieldError[] = [];
  if (local.trim() !== local) errors.push(invalid(path, local, "must not be padded with whitespace"));
  else if (local === "") errors.push(missing);
  return local.length > MAX_PATH ? [...errors, tooLong(path, MAX_PATH)] : errors;
}
