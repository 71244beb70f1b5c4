import { isTurnDue, type Steps } from "../../../../shared/steps.ts";

type Labels = Readonly<Record<string, string>>;

/**
 * Whether two objects have the same labels, except for the ignored ones. Works in steps, because a service passes its
 * labels on to its endpoints and may have tens of thousands.
 */
export function* sameLabels(a: Labels, b: Labels, ignored: ReadonlySet<string>): Steps<boolean> {
  let members = 0;
  for (const name in a) {
    if (isTurnDue()) yield;
    if (ignored.has(name)) continue;
    if (a[name] !== b[name]) return false;
    members += 1;
  }
  for (const name in b) {
    if (isTurnDue()) yield;
    if (!ignored.has(name)) members -= 1;
  }
  return members === 0;
}
