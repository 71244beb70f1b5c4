import { compareObjects } from "../../../shared/apply/compare.ts";
import type { FieldConflict } from "../../../shared/apply/conflicts.ts";
import { toFieldSet } from "../../../shared/apply/toFieldSet.ts";
import { difference } from "../../../shared/fieldset/algebra.ts";
import { EMPTY_FIELD_SET, type FieldSet } from "../../../shared/fieldset/fieldSet.ts";
import { canonicalJson } from "../../../shared/fieldset/pathElement.ts";
import { escapeMarkup } from "../../../shared/json/escapeMarkup.ts";
import { isMap, type JsonMap } from "../../../shared/json/jsonValues.ts";
import { parseJson } from "../../../shared/json/parseJson.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { TypeNode } from "../../../shared/schema/typeNode.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import { describeMismatches } from "./validateApplied.ts";

/**
 * Migration from client-side apply. Before the client used server-side apply, it merged configurations itself and kept
 * the last one in an annotation. When it applies on the server, fields that still have the value of that annotation
 * belong to the client, whichever manager is recorded as their owner. The annotation is kept up to date, so that the
 * client can switch back.
 */
export interface LastApplied {
  /** The field manager that the client uses for server-side apply. */
  readonly manager: string;
  /** The name of the annotation. */
  readonly annotation: string;
}

/** Maximum total size of an object's annotations in bytes; the annotation is dropped when it would exceed it. */
const MAX_ANNOTATION_BYTES = 256 * 1024;

/** Filters conflicts: fields that still have the value which the client last applied itself are not conflicts. */
export function* withoutOwnConflicts(
  conflicts: readonly FieldConflict[],
  live: ApiObject,
  node: TypeNode,
  apiVersion: string,
  { annotation }: LastApplied,
): Steps<FieldConflict[]> {
  const own = yield* unchangedSinceApplied(live, node, apiVersion, live.metadata.annotations?.[annotation]);
  const remaining: FieldConflict[] = [];
  for (const { owner, fields } of conflicts) {
    if (isTurnDue()) yield;
    const others = yield* difference(fields, own);
    if (others.size > 0) remaining.push({ owner, fields: others });
  }
  return remaining;
}

/** The fields of the configuration in the annotation whose live values are unchanged. */
function* unchangedSinceApplied(
  live: ApiObject,
  node: TypeNode,
  apiVersion: string,
  text: string | undefined,
): Steps<FieldSet> {
  if (text === undefined || text === "") return EMPTY_FIELD_SET;
  let last: unknown;
  try {
    last = parseJson(text);
  } catch {
    return EMPTY_FIELD_SET;
  }
  if (!isMap(last) || last["apiVersion"] !== apiVersion || last["kind"] !== live.kind) return EMPTY_FIELD_SET;
  if ((yield* describeMismatches(last, node)) !== undefined) return EMPTY_FIELD_SET;
  const { added, modified, removed } = yield* compareObjects(last, live, node);
  let same = yield* toFieldSet(last, node);
  for (const changed of [modified, added, removed]) same = yield* difference(same, changed);
  return same;
}

/** Writes the configuration into the annotation of an object, if it has the annotation. */
export function renewLastApplied(object: ApiObject, patch: JsonMap, { annotation }: LastApplied): ApiObject {
  const annotations = object.metadata.annotations;
  if (!annotations?.[annotation]) return object;
  const renewed: Record<string, string> = {
    ...annotations,
    [annotation]: `${escapeMarkup(canonicalJson(without(patch, annotation)))}\n`,
  };
  const size = Object.entries(renewed).reduce((sum, [k, v]) => sum + Buffer.byteLength(k) + Buffer.byteLength(v), 0);
  if (size > MAX_ANNOTATION_BYTES) delete renewed[annotation];
  return { ...object, metadata: { ...object.metadata, annotations: renewed } };
}

function without(patch: JsonMap, annotation: string): JsonMap {
  const meta = patch["metadata"];
  if (!isMap(meta) || !("annotations" in meta)) return patch;
  const { annotations, ...others } = meta;
  if (!isMap(annotations)) return { ...patch, metadata: others };
  const { [annotation]: _, ...rest } = annotations;
  return { ...patch, metadata: { ...meta, annotations: rest } };
}
