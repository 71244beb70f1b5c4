import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import { type FieldError, forbidden, notSupported } from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";

const MODES = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

/**
 * Access modes of volumes and claims must be known, and ReadWriteOncePod must be the only one. The caller checks that
 * there are any.
 */
export function* accessModeErrors(modes: readonly string[] | undefined | null, path: string): Steps<FieldError[]> {
  const list = modes ?? [];
  const errors = yield* errorsOfEach(list, path, (mode) =>
    MODES.includes(mode) ? [] : [notSupported(path, mode, MODES)],
  );
  const others = list.some((mode) => mode !== "ReadWriteOncePod" && MODES.includes(mode));
  if (list.includes("ReadWriteOncePod") && others) {
    errors.push(forbidden(path, "may not use ReadWriteOncePod with other access modes"));
  }
  return errors;
}
