/** Building blocks for kinds that split into spec and status. */
import type { FieldError } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy, WriteContext } from "../../registry/strategy.ts";

/** Takes a top-level field from the stored object, also when it was absent there. */
export function keepField(object: ApiObject, old: ApiObject, field: string): void {
  if (old[field] === undefined) delete object[field];
  else object[field] = old[field];
}

/** Order of keys does not matter, nor do fields that are undefined. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => sameValue(item, b[i]));
  }
  const left = new Map(Object.entries(a).filter(([, value]) => value !== undefined));
  const right = Object.entries(b).filter(([, value]) => value !== undefined);
  return (
    left.size === right.length && right.every(([name, value]) => left.has(name) && sameValue(left.get(name), value))
  );
}

/** What a kind adds to the common rules of its status. */
export interface StatusRules {
  /** Changes more than "all but status stays". */
  prepare?(context: WriteContext, object: ApiObject, old: ApiObject): void;
  validate?(context: WriteContext, object: ApiObject, old: ApiObject): FieldError[];
}

/**
 * Strategy of a `status` subresource: everything but status (and metadata, which has rules of its own) stays as stored.
 * @param kept top-level fields that stay, default `spec`
 */
export function statusStrategy(rules: StatusRules = {}, kept: readonly string[] = ["spec"]): Strategy {
  return {
    prepareForUpdate(context, object, old) {
      for (const field of kept) keepField(object, old, field);
      rules.prepare?.(context, object, old);
    },
    validateUpdate: (context, object, old) => rules.validate?.(context, object, old) ?? [],
    resetFields: kept.map((field) => [field]),
  };
}
