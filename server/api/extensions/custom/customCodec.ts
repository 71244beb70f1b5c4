/** Custom resources from bodies, from storage, and between the versions of their definition. */
import { invalid as invalidField } from "../../../../shared/fieldError.ts";
import { noteMembers } from "../../../../shared/json/largeMaps.ts";
import { setMember } from "../../../../shared/json/setMember.ts";
import type { ApiObject, ObjectMeta } from "../../../../shared/object.ts";
import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import { sortInSteps } from "../../../../shared/sortInSteps.ts";
import { badRequest, invalid } from "../../../../shared/status.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { DecodeError } from "../../../ground/formats/wording/decodeError.ts";
import { decodeInSteps } from "../../../model/schema/decode.ts";
import { pruneInSteps } from "../../../model/schema/prune.ts";
import type { CustomDecoded } from "../../registry/customRules.ts";
import { embeddedMisfit } from "../content/validateContent.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { applySchemaDefaults, dropForbiddenNulls } from "../schema/schemaDefaults.ts";
import { sortedMembers, sortJson } from "../sortedJson.ts";

/** One version of a definition, as far as values go. */
export interface CustomType {
  readonly group: string;
  readonly kind: string;
  /** `group/version`. */
  readonly apiVersion: string;
  readonly node: StructNode;
  readonly schema: JsonSchema;
  readonly objectMeta: StructNode;
  readonly vocabulary: Vocabulary;
}

/**
 * Decodes a body of this type: what stands at the top is checked, metadata is typed, all the rest is pruned and completed.
 *
 * @throws DecodeError for metadata of a wrong type, its own or inside, ApiError 400 for another apiVersion, 422 for another
 *   kind
 */
export function* decodeCustom(type: CustomType, value: Readonly<Record<string, unknown>>): Steps<CustomDecoded> {
  const { apiVersion, kind, metadata: given } = value;
  const rest = yield* contentOf(value);
  if (apiVersion !== type.apiVersion) {
    const said = typeof apiVersion === "string" ? apiVersion : "";
    throw badRequest(
      `the API version in the data (${said}) does not match the expected API version (${type.apiVersion})`,
    );
  }
  const metadata = yield* decodeInSteps(type.objectMeta, given ?? {}, { path: ["metadata"] });
  const meta = metadata.value as ObjectMeta;
  if (kind !== type.kind) {
    throw invalid({ group: type.group, kind: String(kind) }, meta.name ?? "", [
      invalidField("kind", kind, `must be ${type.kind}`),
    ]);
  }
  const pruned = yield* pruneInSteps(type.node, yield* sortJson(rest), { objectMeta: type.objectMeta });
  const misfit = yield* embeddedMisfit(type.schema, rest, type.vocabulary, type.objectMeta);
  if (misfit !== undefined) throw new DecodeError(`${misfit.field}: ${misfit.message}`);
  const content = pruned.value as Record<string, unknown>;
  yield* dropForbiddenNulls(type.schema, content);
  yield* applySchemaDefaults(type.schema, content);
  return { object: yield* assembled(type, meta, content), unknown: [...metadata.unknown, ...pruned.unknown] };
}

/** An object stored at this version: pruned and completed by its schema. Returns a new object. */
export function* fromStored(type: CustomType, stored: ApiObject): Steps<ApiObject> {
  const { value } = yield* pruneInSteps(type.node, yield* contentOf(stored), { objectMeta: type.objectMeta });
  // Pruning copies whatever the schema describes, and no default goes anywhere else.
  const own = value as Record<string, unknown>;
  yield* dropForbiddenNulls(type.schema, own);
  yield* applySchemaDefaults(type.schema, own);
  return yield* assembled(type, stored.metadata, own);
}

/** A converted object without what this version's schema does not know. Defaults were filled in where it was stored. */
export function* pruned(type: CustomType, converted: ApiObject): Steps<ApiObject> {
  const { value } = yield* pruneInSteps(type.node, yield* contentOf(converted), { objectMeta: type.objectMeta });
  return yield* assembled(type, converted.metadata, value as Record<string, unknown>);
}

/** What every object has. */
const IDENTITY = new Set(["apiVersion", "kind", "metadata"]);

/** The members of an object besides those. */
function* contentOf(object: Readonly<Record<string, unknown>>): Steps<Record<string, unknown>> {
  const content: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    if (isTurnDue()) yield;
    if (!IDENTITY.has(name)) setMember(content, name, object[name]);
  }
  return content;
}

/** An object, its members and those of its metadata in order of their names: the order in which the reference writes them. */
function* assembled(
  { apiVersion, kind }: CustomType,
  metadata: ObjectMeta,
  content: Readonly<Record<string, unknown>>,
): Steps<ApiObject> {
  const identity: Record<string, unknown> = { apiVersion, kind, metadata: sortedMembers(metadata) };
  const names = Object.keys(content);
  for (const name of IDENTITY) if (!Object.hasOwn(content, name)) names.push(name);
  const object: Record<string, unknown> = {};
  const sorted = yield* sortInSteps(names);
  for (const name of sorted) {
    if (isTurnDue()) yield;
    setMember(object, name, Object.hasOwn(content, name) ? content[name] : identity[name]);
  }
  noteMembers(object, sorted);
  return object as unknown as ApiObject;
}
