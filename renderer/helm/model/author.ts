import type { ValuePath } from "../../../shared/fieldset/locateField.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { type Claims, claimsOf, owns } from "../../resources/ownership/claims.ts";

/** The manager that set a field. */
export interface Author {
  readonly manager: string;
  /** Milliseconds since the epoch; 0 when unknown. */
  readonly time: number;
}

/**
 * The managers other than helm that set fields of an object, from its managedFields; if several managers own a field,
 * the one that wrote last.
 */
export function authorsOf(object: ApiObject): (path: ValuePath) => Author | undefined {
  const others = (object.metadata.managedFields ?? [])
    .filter(({ manager }) => manager !== undefined && manager !== "" && manager !== "helm")
    .map((entry): Author & { claims: Claims } => ({
      manager: entry.manager ?? "",
      time: Date.parse(entry.time ?? "") || 0,
      claims: claimsOf(object, entry).claims,
    }))
    .sort((a, b) => b.time - a.time);
  return (path) => {
    const author = others.find(({ claims }) => owns(claims, path));
    return author === undefined ? undefined : { manager: author.manager, time: author.time };
  };
}
