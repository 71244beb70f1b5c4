import { ApiError, badRequest, unsupportedMediaType } from "../../../../shared/status.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import type { Services } from "../../../api/registry/services.ts";
import { namesVersion } from "../../../api/registry/write/updatePreconditions.ts";
import type { FieldValidation } from "../../../api/registry/write/writeOptions.ts";
import { header, type RequestContext } from "../../../ground/request/context.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { readCborPatch } from "../../../model/encoding/cbor/cborBody.ts";
import { servesCbor } from "../../../model/encoding/cbor/cborGate.ts";
import { inDocumentOrder } from "../../../model/encoding/duplicateKeys.ts";
import { type JsonDocument, JsonSyntaxError, readJsonDocument } from "../../../model/encoding/jsonDocument.ts";
import { readYaml } from "../../../model/encoding/readYaml.ts";
import { YamlSyntaxError } from "../../../model/encoding/yaml.ts";
import { type FieldPath, pathText } from "../../../model/schema/fieldPath.ts";
import { MAX_PROBLEMS } from "./decodeValue.ts";
import { oddTests } from "./oddTests.ts";

const JSON_PATCH = "application/json-patch+json";
/** Requires the merge keys of a built-in type. */
const STRATEGIC = "application/strategic-merge-patch+json";
/** Supported only when CBOR is served. */
const APPLY_CBOR = "application/apply-patch+cbor";

const PATCH_TYPES = [
  JSON_PATCH,
  "application/merge-patch+json",
  STRATEGIC,
  "application/apply-patch+yaml",
  APPLY_CBOR,
] as const;
export type PatchType = (typeof PATCH_TYPES)[number];

export const isApplyType = (type: PatchType): boolean => type === "application/apply-patch+yaml" || type === APPLY_CBOR;

/** A patch body, parsed once however often the patch is applied. */
export interface ParsedPatch {
  readonly type: PatchType;
  readonly value: unknown;
  /** Complete messages about duplicate fields, and about unknown fields of patch operations. */
  readonly duplicates: readonly string[];
  /**
   * Positions of the JSON patch's test operations that cannot match any stored value because of their spelling (see
   * `oddTests`).
   */
  readonly odd?: ReadonlySet<number>;
}

/**
 * The type of a patch. The route of a built-in resource accepts content types that list several types; the handler
 * behind it uses the text before the first semicolon as the type.
 * @throws ApiError 415
 */
export function patchType(services: Services, context: RequestContext, resource: Resource): PatchType {
  const all = servesCbor(services.features) ? PATCH_TYPES : PATCH_TYPES.filter((known) => known !== APPLY_CBOR);
  const types = resource.custom === undefined ? all : all.filter((known) => known !== STRATEGIC);
  const given = header(context, "content-type");
  const known = new Set<string>(types);
  if (resource.custom === undefined && !given.split(",").some((each) => known.has(beforeParameters(each).trim()))) {
    throw unsupportedMediaType("415: Unsupported Media Type");
  }
  const type = types.find((each) => each === beforeParameters(given));
  if (type !== undefined) return type;
  const message = `the body of the request was in an unknown format - accepted media types include: ${types.join(", ")}`;
  throw new ApiError(415, "UnsupportedMediaType", message);
}

const beforeParameters = (mediaType: string): string => mediaType.split(";")[0] ?? "";

/**
 * @param typed whether the patched object is of a built-in kind
 * @param signal the request's abort signal
 * @throws ApiError 400
 */
export async function parsePatch(
  type: PatchType,
  bytes: Buffer,
  validation: FieldValidation,
  typed: boolean,
  signal: AbortSignal,
): Promise<ParsedPatch> {
  if (type === APPLY_CBOR) return { type, value: await inTurns(readCborPatch(bytes)), duplicates: [] };
  const text = bytes.toString("utf8");
  if (isApplyType(type)) return { type, ...(await parseApplied(text, validation, signal)) };
  try {
    // From here on a strategic patch is a parsed value, and the others are text, because the spelling of numbers
    // matters in a text.
    const document = await readJsonDocument(text, typed && type !== STRATEGIC);
    const { value } = document;
    const duplicates = validation === "Ignore" ? [] : await problemsOf(type, document);
    return type === JSON_PATCH
      ? { type, value, duplicates, odd: await inTurns(oddTests(text, value)) }
      : { type, value, duplicates };
  } catch (error) {
    throw error instanceof JsonSyntaxError ? malformed(type, error.message, validation) : error;
  }
}

/** Whether the patch sets the resourceVersion that its author saw. */
export function isVersioned({ type, value }: ParsedPatch): boolean {
  if (type === JSON_PATCH) {
    return Array.isArray(value) && value.some((operation: unknown) => memberOf(operation, "path") === VERSION_POINTER);
  }
  const version = memberOf(memberOf(value, "metadata"), "resourceVersion");
  return typeof version === "string" && namesVersion(version);
}

/**
 * Whether the result of a patch may depend on the object's resourceVersion: it tests, copies or moves a value that
 * contains it.
 */
export function readsVersion(patch: ParsedPatch | undefined): boolean {
  if (patch?.type !== JSON_PATCH || !Array.isArray(patch.value)) return false;
  return patch.value.some(
    (operation: unknown) =>
      VERSION_PATHS.has(memberOf(operation, "path")) || VERSION_PATHS.has(memberOf(operation, "from")),
  );
}

const VERSION_POINTER = "/metadata/resourceVersion";

/** JSON pointers to the resourceVersion, and to the values that contain it. */
const VERSION_PATHS: ReadonlySet<unknown> = new Set(["", "/metadata", VERSION_POINTER]);

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

function malformed(type: PatchType, problem: string, validation: FieldValidation): ApiError {
  if (type === STRATEGIC) return badRequest(problem);
  if (validation !== "Ignore") return badRequest(`error decoding patch: ${problem}`);
  return badRequest(type === JSON_PATCH ? problem : "Invalid JSON Patch");
}

async function problemsOf(type: PatchType, { value, fields, hasDuplicates }: JsonDocument): Promise<readonly string[]> {
  if (type !== JSON_PATCH) return hasDuplicates ? (await inTurns(fields())).duplicates : [];
  const unknown = unknownOperationFields(value);
  if (!hasDuplicates && unknown.size === 0) return [];
  const scan = await inTurns(fields(unknown));
  return inDocumentOrder(scan, [...unknown.keys(), ...scan.duplicates])
    .slice(0, MAX_PROBLEMS)
    .map((problem) => `json patch ${problem}`);
}

const OPERATION_FIELDS = new Set(["op", "path", "from", "value"]);

/** Unknown members of patch operations: the message about each, and its path. Limited to the first ones. */
function unknownOperationFields(operations: unknown): ReadonlyMap<string, FieldPath> {
  const found = new Map<string, FieldPath>();
  if (!Array.isArray(operations)) return found;
  for (const [i, operation] of operations.entries()) {
    for (const name of Object.keys(operation === null || typeof operation !== "object" ? {} : (operation as object))) {
      if (found.size === MAX_PROBLEMS) return found;
      if (!OPERATION_FIELDS.has(name)) found.set(`unknown field ${JSON.stringify(pathText([i, name]))}`, [i, name]);
    }
  }
  return found;
}

/** The body of an apply: YAML, which includes JSON. */
async function parseApplied(
  text: string,
  validation: FieldValidation,
  signal: AbortSignal,
): Promise<Omit<ParsedPatch, "type">> {
  try {
    const { value, duplicates } = await readYaml(text, { exact: false, sorted: false }, signal);
    return { value, duplicates: validation === "Ignore" ? [] : duplicates };
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) throw error;
    throw badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`);
  }
}
