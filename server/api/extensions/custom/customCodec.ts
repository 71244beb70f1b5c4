/** Decodes custom resources from request bodies and from storage, and prunes converted ones. */
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

/** The parts of a definition's version that are needed to decode values. */
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
 * Decodes a body of this type: top-level members are checked, metadata is typed, and the rest is pruned and defaulted.
 *
 * @throws DecodeError for metadata of a wrong type, its own or embedded, ApiError 400 for another apiVersion, 422 for
 *   another kind
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

/** An object stored at this version, pruned and defaulted by its schema. Returns a new object. */
export function* fromStored(type: CustomType, stored: ApiObject): Steps<ApiObject> {
  const { value } = yield* pruneInSteps(type.node, yield* contentOf(stored), { objectMeta: type.objectMeta });
  // Safe to change in place: pruning has copied everything that the schema describes, and defaults are only set there.
  const own = value as Record<string, unknown>;
  yield* dropForbiddenNulls(type.schema, own);
  yield* applySchemaDefaults(type.schema, own);
  return yield* assembled(type, stored.metadata, own);
}

/** Prunes a converted object by this version's schema. Defaults were already set at the version it was stored at. */
export function* pruned(type: CustomType, converted: ApiObject): Steps<ApiObject> {
  const { value } = yield* pruneInSteps(type.node, yield* contentOf(converted), { objectMeta: type.objectMeta });
  return yield* assembled(type, converted.metadata, value as Record<string, unknown>);
}

/** The top-level members that every object has. */
const IDENTITY = new Set(["apiVersion", "kind", "metadata"]);

/** The other top-level members of an object. */
function* contentOf(object: Readonly<Record<string, unknown>>): Steps<Record<string, unknown>> {
  const content: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    if (isTurnDue()) yield;
    if (!IDENTITY.has(name)) setMember(content, name, object[name]);
  }
  return content;
}

/**
 * Assembles an object. Its members and those of its metadata are sorted by name, which is the reference's order of
 * writing.
 */
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
