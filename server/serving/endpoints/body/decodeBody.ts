import type { ApiObject } from "../../../../shared/object.ts";
import { type ApiError, badRequest } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { FieldValidation } from "../../../api/registry/write/writeOptions.ts";
import type { RequestContext } from "../../../ground/request/context.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { readCborObject } from "../../../model/encoding/cbor/cborBody.ts";
import { type JsonDocument, JsonSyntaxError, readJsonDocument } from "../../../model/encoding/jsonDocument.ts";
import { decodeProtoInSteps } from "../../../model/encoding/protobuf/decodeProto.ts";
import { decodeUnknownInSteps, type Envelope } from "../../../model/encoding/protobuf/envelope.ts";
import { readYaml } from "../../../model/encoding/readYaml.ts";
import { YamlSyntaxError } from "../../../model/encoding/yaml.ts";
import { DecodeError } from "../../../model/schema/decode.ts";
import { jsonKind } from "../../../model/schema/decodeContext.ts";
import { bodyFormat } from "./bodyFormat.ts";
import { checkKind } from "./bodyKind.ts";
import { cannotBeHandled, complete, decodeValue, type Expected, fitting } from "./decodeValue.ts";

/** A parsed body, not yet checked against its type. */
interface ParsedBody {
  readonly value: unknown;
  readonly duplicates: readonly string[];
  readonly fields?: JsonDocument["fields"];
}

/**
 * Reads a whole object from the request: parses, checks apiVersion and kind, checks types, reports unknown and
 * duplicate fields according to the field validation, and applies defaults.
 * @throws ApiError 400, 413, 415
 */
export async function decodeObject(...parameters: Parameters<typeof readObject>): Promise<ApiObject> {
  const object = await readObject(...parameters);
  await parameters[1].audit?.sent(object);
  return object;
}

async function readObject(
  services: Services,
  context: RequestContext,
  expected: Expected,
  validation: FieldValidation,
): Promise<ApiObject> {
  const format = bodyFormat(context, services);
  const bytes = await context.body();
  if (format === "protobuf") return decodeBinary(services, bytes, expected);
  const text = bytes.toString("utf8");
  const parsed =
    format === "cbor"
      ? {
          value: await inTurns(
            readCborObject(bytes, expected, expected.custom === undefined ? expected.node : undefined),
          ),
          duplicates: [],
        }
      : format === "yaml"
        ? await parseYaml(text, expected, context.signal)
        : await parseJsonBody(text, expected);
  const value = asObject(parsed.value ?? {}, expected.kind, text);
  const { apiVersion = "", kind = "" } = typeMeta(value, expected.kind, text);
  if (expected.custom === undefined) checkKind(services, apiVersion, kind, expected);
  else if (kind === "") throw unrecognized(expected.kind, `Object 'Kind' is missing in '${text}'`, text);
  const { duplicates, fields } = parsed;
  return inTurns(decodeValue(context, value, expected, { validation, duplicates, fields }), context);
}

async function decodeBinary(services: Services, bytes: Uint8Array, expected: Expected): Promise<ApiObject> {
  if (expected.custom !== undefined) {
    throw cannotBeHandled(expected)(
      "object *unstructured.Unstructured does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message",
    );
  }
  const { apiVersion, kind, raw } = await openEnvelope(bytes, expected.kind);
  checkKind(services, apiVersion, kind, expected);
  return inTurns(fitting(decodeRaw(raw, expected), cannotBeHandled(expected)));
}

/** @throws DecodeError when the bytes do not decode to the type */
function* decodeRaw(raw: Uint8Array, expected: Expected): Steps<ApiObject> {
  return yield* complete(yield* decodeProtoInSteps(expected.node, raw), expected);
}

/** @throws ApiError 400 when the bytes are not a protobuf envelope */
async function openEnvelope(bytes: Uint8Array, kind: string): Promise<Envelope> {
  try {
    return await inTurns(decodeUnknownInSteps(bytes));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw unrecognized(kind, error.message, bytes);
  }
}

async function parseJsonBody(text: string, expected: Expected): Promise<ParsedBody> {
  try {
    const { value, fields, hasDuplicates } = await readJsonDocument(text, expected.custom === undefined);
    return { value, fields, duplicates: hasDuplicates ? (await inTurns(fields())).duplicates : [] };
  } catch (error) {
    throw error instanceof JsonSyntaxError ? noTypeMeta(expected.kind, error.message, text) : error;
  }
}

/** YAML is converted to JSON with sorted members, and then parsed. */
async function parseYaml(text: string, { kind, custom }: Expected, signal: AbortSignal): Promise<ParsedBody> {
  try {
    return await readYaml(text, { exact: custom === undefined, sorted: true }, signal);
  } catch (error) {
    throw error instanceof YamlSyntaxError ? unrecognized(kind, error.message, text) : error;
  }
}

/** The reference's message for a body without apiVersion and kind. */
export const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

function asObject(value: unknown, kind: string, text: string): Record<string, unknown> {
  if (jsonKind(value) === "object") return value as Record<string, unknown>;
  throw noTypeMeta(kind, `json: cannot unmarshal ${jsonKind(value)} into Go value of type ${TYPE_META}`, text);
}

/** @throws ApiError 400 when apiVersion or kind is not a string, or apiVersion has too many parts */
function typeMeta(
  value: Readonly<Record<string, unknown>>,
  kind: string,
  text: string,
): { apiVersion?: string; kind?: string } {
  const result: { apiVersion?: string; kind?: string } = {};
  const given = [value["apiVersion"] ?? "", value["kind"] ?? ""];
  // When two members are wrong, the first one is reported. Otherwise the order does not matter, and finding it may take
  // long.
  const names = given.some((member) => typeof member === "string") ? ["apiVersion", "kind"] : Object.keys(value);
  for (const name of names) {
    if ((name !== "apiVersion" && name !== "kind") || !Object.hasOwn(value, name)) continue;
    const member = value[name] ?? "";
    if (typeof member !== "string") {
      const problem = `json: cannot unmarshal ${jsonKind(member)} into Go struct field .${name} of type string`;
      throw noTypeMeta(kind, problem, text);
    }
    result[name] = member;
  }
  if ((result.apiVersion ?? "").split("/").length > 2) {
    throw unrecognized(kind, `unexpected GroupVersion string: ${result.apiVersion}`, text);
  }
  return result;
}

const noTypeMeta = (kind: string, problem: string, text: string): ApiError =>
  unrecognized(kind, `couldn't get version/kind; json parse error: ${problem}`, text);

const unrecognized = (kind: string, problem: string, body: string | Uint8Array): ApiError =>
  badRequest(`the object provided is unrecognized (must be of type ${kind}): ${problem} (${excerpt(body)})`);

/** Number of leading bytes of a body that the reference quotes. */
const EXCERPT = 30;
/** The character `{`. */
const BRACE = 0x7b;

/** The start of the body as the reference quotes it: as text if it looks like JSON, otherwise in hexadecimal. */
function excerpt(body: string | Uint8Array): string {
  if (body.length === 0) return "<empty>";
  // A character has at least one byte, so only as many characters as quoted bytes need to be encoded.
  const bytes = Buffer.from(
    typeof body === "string" ? body.slice(0, EXCERPT + 1) : body.subarray(0, 4 * (EXCERPT + 1)),
  );
  const shown = bytes.subarray(0, EXCERPT).toString(bytes[0] === BRACE ? "utf8" : "hex");
  return bytes.length > EXCERPT ? `${shown} ...` : shown;
}
