/** Applies the results of a policy's expressions to an object. */
import { mergeValues } from "../../../../../shared/apply/merge.ts";
import { type ApiObject, apiVersionOf, type GroupVersionKind } from "../../../../../shared/object.ts";
import type { TypeNode } from "../../../../../shared/schema/typeNode.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { describeMismatches } from "../../../../model/apply/validateApplied.ts";
import { type Operation, tryOperations } from "../../mutation/applyOperations.ts";
import { findAtomics } from "./atomics.ts";

/** The changed object, not decoded yet, or why the change cannot be applied. */
export type Patched = { readonly value: Readonly<Record<string, unknown>> } | { readonly error: string };

/**
 * Merges a partial object like server-side apply, but without ownership: no manager owns the fields that policies set,
 * and no field is removed.
 * @param node the type of the object
 */
export function* mergeConfiguration(
  object: ApiObject,
  configuration: unknown,
  kind: GroupVersionKind,
  node: TypeNode,
): Steps<Patched> {
  const stated = { ...(configuration as object), apiVersion: apiVersionOf(kind), kind: kind.kind };
  const misfit = yield* describeMismatches(stated, node);
  const refuse = (message: string): Patched => ({ error: `error applying patch: ${message}` });
  if (misfit !== undefined) return refuse(`failed to convert patch object to typed object: ${misfit}`);
  const atomics = yield* findAtomics(stated, node);
  if (atomics.length > 0) {
    return refuse(`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomics.join(", ")}`);
  }
  return { value: (yield* mergeValues(node, object, stated)) as Record<string, unknown> };
}

/**
 * Applies the operations of a JSON patch, all or none. A failing `test` operation leaves the object unchanged.
 * @throws ApiError 500 for too many operations, or an invalid one
 */
export function* applyJsonPatch(object: ApiObject, operations: unknown): Steps<Patched> {
  const made = yield* tryOperations(object, operations as readonly Operation[]);
  if ("patched" in made) return { value: made.patched };
  return made.isTest ? { value: object } : { error: `JSONPath: ${made.reason}` };
}
