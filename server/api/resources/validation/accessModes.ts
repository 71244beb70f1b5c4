import { type FieldError, forbidden, notSupported } from "../../../../shared/fieldError.ts";

const MODES = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

/** Access modes of volumes and claims are known ones; the exclusive one stands alone. That there are any is the caller's. */
export function validateAccessModes(modes: readonly string[] | undefined | null, path: string): FieldError[] {
  const list = modes ?? [];
  const errors = list
    .filter((mode) => !MODES.includes(mode))
    .map((mode): FieldError => notSupported(path, mode, MODES));
  const others = list.some((mode) => mode !== "ReadWriteOncePod" && MODES.includes(mode));
  if (list.includes("ReadWriteOncePod") && others) {
    errors.push(forbidden(path, "may not use ReadWriteOncePod with other access modes"));
  }
  return errors;
}
