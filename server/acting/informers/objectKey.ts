import type { ApiObject } from "../../../shared/object.ts";

/** `namespace/name`, or `/name` for cluster scope. */
export const keyOf = ({ metadata }: Pick<ApiObject, "metadata">): string =>
  `${metadata.namespace ?? ""}/${metadata.name}`;

/** The inverse of {@link keyOf}. */
export function splitKey(key: string): { namespace: string; name: string } {
  const slash = key.indexOf("/");
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
