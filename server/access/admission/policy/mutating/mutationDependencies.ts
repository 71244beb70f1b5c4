import type { ApiObject, GroupVersionKind } from "../../../../../shared/object.ts";
import type { TypeNode } from "../../../../../shared/schema/typeNode.ts";
import { ApiError } from "../../../../../shared/status.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import type { Catalog } from "../../../../api/registry/catalog.ts";
import { inTurns } from "../../../../ground/turns/turns.ts";
import type { Schema } from "../../../../model/schema/schema.ts";
import type { SameObjects } from "../../../../model/schema/semanticEquality.ts";
import type { DecodeMutated } from "../../mutation/decodeMutated.ts";
import type { FitDependencies } from "../fit.ts";
import type { Mutation } from "./mutatingPolicy.ts";
import type { MutationMetrics } from "./mutationMetrics.ts";
import { applyJsonPatch, mergeConfiguration, type Patched } from "./patchObject.ts";

/** What mutating policies need besides the request. */
export interface MutationDependencies extends FitDependencies {
  readonly vocabulary: Vocabulary;
  readonly decodeMutated: DecodeMutated;
  readonly isSame: SameObjects;
  readonly metrics: MutationMetrics;
  readonly patch: PatchObject;
  /** A time in milliseconds with an arbitrary origin. */
  clock(): number;
}

/** Applies the result of an expression to an object of a kind. @throws ApiError 500, 503 */
export type PatchObject = (
  object: ApiObject,
  patchType: Mutation["patchType"],
  made: unknown,
  kind: GroupVersionKind,
) => Promise<Patched>;

/** {@link PatchObject} for the served types. */
export function objectPatcher(schema: Pick<Schema, "forKind">, catalog: Pick<Catalog, "ofKind">): PatchObject {
  const typeOf = ({ group, version, kind }: GroupVersionKind): TypeNode => {
    const node = catalog.ofKind({ group, version, kind })?.node ?? schema.forKind(group, version, kind);
    if (node !== undefined) return node;
    const shown = `${group}/${version}, Kind=${kind}`;
    throw new ApiError(
      503,
      "ServiceUnavailable",
      `Resource kind ${shown} not found. There can be a delay between when CustomResourceDefinitions are created and when they are available.`,
    );
  };
  return async (object, patchType, made, kind) =>
    inTurns(
      patchType === "JSONPatch" ? applyJsonPatch(object, made) : mergeConfiguration(object, made, kind, typeOf(kind)),
    );
}
