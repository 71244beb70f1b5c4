import type { Vocabulary } from "../../../../shared/vocabulary.ts";

/** The text with its first letter in upper case. */
export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Converts `rbac.authorization.k8s.io` to `RbacAuthorization`, the empty group to `Core`. */
export function groupPart(group: string, vocabulary: Vocabulary): string {
  if (group === "") return "Core";
  const ending = `.${vocabulary.domain}`;
  const short = group.endsWith(ending) ? group.slice(0, -ending.length) : group;
  return short
    .split(/[^A-Za-z0-9]+/)
    .map(capitalize)
    .join("");
}

/** The part between verb and kind in an operation id, for example `RbacAuthorizationV1`. */
export const groupVersionPart = (group: string, version: string, vocabulary: Vocabulary): string =>
  groupPart(group, vocabulary) + capitalize(version);

/** The tag of a group version, for example `rbacAuthorization_v1`. */
export function tagOf(group: string, version: string, vocabulary: Vocabulary): string {
  const part = groupPart(group, vocabulary);
  const word = part.slice(0, 1).toLowerCase() + part.slice(1);
  return version === "" ? word : `${word}_${version}`;
}

/** `/api/v1`, `/apis/apps/v1`. */
export const rootPath = (group: string, version: string): string =>
  group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
