/** Rules that volumes and claims share. */
import { type FieldError, forbidden, notSupported, required } from "../../../shared/fieldError.ts";

const MODES = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

/** At least one known mode; the exclusive one stands alone. */
export function validateAccessModes(modes: readonly string[] | undefined, path: string): FieldError[] {
  const list = modes ?? [];
  const errors: FieldError[] = list.length === 0 ? [required(path, "at least 1 access mode is required")] : [];
  for (const mode of list) if (!MODES.includes(mode)) errors.push(notSupported(path, mode, MODES));
  if (list.includes("ReadWriteOncePod") && list.length > 1) {
    errors.push(forbidden(path, "may not use ReadWriteOncePod with other access modes"));
  }
  return errors;
}
