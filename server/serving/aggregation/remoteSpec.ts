import { isKnownLarge } from "../../../shared/json/largeMaps.ts";
import { partsOf } from "../../../shared/json/partsOf.ts";
import { stringifyInSteps } from "../../../shared/json/printInSteps.ts";
import type { Json, JsonObject } from "../../../shared/object.ts";
import type { Steps } from "../../../shared/steps.ts";
import { WebhookError } from "../../access/webhook/webhookError.ts";
import { encodeMember } from "../../model/schema/openapi/gnosticEncoder.ts";
import { GNOSTIC_V2 } from "../../model/schema/openapi/gnosticV2.ts";
import { collectReferences, type References } from "./openApiReferences.ts";

/**
 * The parts of an extension server's version 2 document that belong to its group: the paths below that group, and what
 * they refer to.
 */
export interface RemoteSpec {
  readonly paths: ReadonlyMap<string, JsonObject>;
  readonly definitions: ReadonlyMap<string, JsonObject>;
  readonly parameters: ReadonlyMap<string, JsonObject>;
}

/** Maximum characters of one path or definition; documents with longer ones are refused. */
const MEMBER_LIMIT = 1024 * 1024;
/** Maximum parts of one path or definition. A map of thousands of members counts as more. */
const MEMBER_PARTS = 64 * 1024;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const membersOf = (document: JsonObject, name: string): JsonObject => {
  const value = document[name];
  if (!isObject(value)) return {};
  // To list so many members would hold the event loop for long; no server has as many.
  if (isKnownLarge(value)) throw refused(`it has too many ${name}`);
  return value;
};

/**
 * Reads the parts of a document that belong to a group.
 * @throws WebhookError `body` when it is not such a document, or has forbidden content
 */
export function* readSpec(document: unknown, group: string): Steps<RemoteSpec> {
  if (!isObject(document) || document["swagger"] !== "2.0") throw refused("it is no OpenAPI document of version 2");
  const used: References = { definitions: new Set(), parameters: new Set() };
  const paths = new Map<string, JsonObject>();
  for (const [path, item] of Object.entries(membersOf(document, "paths"))) {
    if (!path.startsWith(`/apis/${group}/`)) continue;
    paths.set(path, yield* checked("Paths", path, item as Json));
    yield* collectReferences(item as Json, used);
  }
  const parameters = yield* reached(membersOf(document, "parameters"), used.parameters, "ParameterDefinitions", used);
  const definitions = yield* reached(membersOf(document, "definitions"), used.definitions, "Definitions", used);
  return { paths, definitions, parameters };
}

/** The members that are referenced, directly or by other members: `names` grows during the iteration. */
function* reached(
  members: JsonObject,
  names: Set<string>,
  message: string,
  used: References,
): Steps<Map<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for (const name of names) {
    if (!Object.hasOwn(members, name)) throw refused(`${JSON.stringify(name)} is referred to, and not there`);
    const value = members[name] as Json;
    found.set(name, yield* checked(message, name, value));
    yield* collectReferences(value, used);
  }
  return found;
}

/** The spec without the paths for which `isGone` is true, and without what only they referred to. */
export function* withoutPaths(spec: RemoteSpec, isGone: (path: string) => boolean): Steps<RemoteSpec> {
  const paths = new Map([...spec.paths].filter(([path]) => !isGone(path)));
  if (paths.size === spec.paths.size) return spec;
  const used: References = { definitions: new Set(), parameters: new Set() };
  for (const item of paths.values()) yield* collectReferences(item, used);
  const parameters = yield* kept(spec.parameters, used.parameters, used);
  const definitions = yield* kept(spec.definitions, used.definitions, used);
  return { paths, definitions, parameters };
}

function* kept(
  members: ReadonlyMap<string, JsonObject>,
  names: Set<string>,
  used: References,
): Steps<Map<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for (const name of names) {
    const value = members.get(name);
    if (value === undefined) continue;
    found.set(name, value);
    yield* collectReferences(value, used);
  }
  return found;
}

/** Checks that a member can be included in a document of this server, in each encoding. @throws WebhookError `body` */
function* checked(message: string, name: string, value: Json): Steps<JsonObject> {
  if (!isObject(value)) throw refused(`${JSON.stringify(name)} is no object`);
  if (partsOf(value, MEMBER_PARTS) > MEMBER_PARTS) throw refused(`${JSON.stringify(name)} is too long`);
  const text = yield* stringifyInSteps(value);
  if (text.length > MEMBER_LIMIT) throw refused(`${JSON.stringify(name)} is too long`);
  try {
    encodeMember(GNOSTIC_V2, message, name, value);
  } catch {
    throw refused(`${JSON.stringify(name)} is not what it should be`);
  }
  return value;
}

const refused = (detail: string): WebhookError =>
  new WebhookError("body", `the OpenAPI document is refused: ${detail}`);
