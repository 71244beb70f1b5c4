import { type ApiObject, apiVersionOf, parseApiVersion } from "../../shared/object.ts";
import { ApiError, badRequest } from "../../shared/status.ts";
import { type FieldScan, inDocumentOrder, scanJsonFields } from "../encoding/duplicateKeys.ts";
import { describeJsonError } from "../encoding/jsonSyntaxError.ts";
import { parseMediaType } from "../encoding/mediaType.ts";
import { available } from "../encoding/negotiate.ts";
import { refuseDeepNesting } from "../encoding/nesting.ts";
import { decodeProto } from "../encoding/protobuf/decodeProto.ts";
import { decodeUnknown } from "../encoding/protobuf/envelope.ts";
import { fromYaml, YamlSyntaxError } from "../encoding/yaml.ts";
import { header, type RequestContext } from "../http/context.ts";
import type { CustomRules } from "../registry/customRules.ts";
import type { FieldValidation } from "../registry/writeOptions.ts";
import { applyDefaults } from "../schema/applyDefaults.ts";
import { DecodeError, decodeStrict } from "../schema/decode.ts";
import type { StructNode } from "../schema/typeNode.ts";
import type { Services } from "./services.ts";

/** What a body is expected to be. */
export interface Expected {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly node: StructNode;
  /** Custom resources decode by their own rules. */
  readonly custom?: Pick<CustomRules, "decode">;
}

type BodyFormat = "json" | "yaml" | "protobuf";

/** Refuses bodies of a type that is not understood. @throws ApiError 415 */
export function bodyFormat(context: RequestContext, services: Services): BodyFormat {
  const contentType = header(context, "content-type");
  if (contentType === "") return "json";
  const media = parseMediaType(contentType);
  if (media?.type === "application/json") return "json";
  if (media?.type === "application/yaml") return "yaml";
  if (media?.type === services.vocabulary.protobufMediaType) return "protobuf";
  throw new ApiError(
    415,
    "UnsupportedMediaType",
    `the body of the request was in an unknown format - accepted media types include: ${available(services.vocabulary, false).join(", ")}`,
  );
}

/**
 * Reads a whole object from the request: parse, check apiVersion and kind, check types, report unknown and duplicate fields
 * as the field validation says, apply defaults.
 * @throws ApiError 400, 413, 415
 */
export async function decodeObject(
  services: Services,
  context: RequestContext,
  expected: Expected,
  validation: FieldValidation,
): Promise<ApiObject> {
  const format = bodyFormat(context, services);
  const bytes = await context.body();
  if (format === "protobuf" && expected.custom !== undefined) throw noProtobuf(expected);
  if (format === "protobuf") {
    const envelope = openEnvelope(bytes, expected.kind);
    checkKind(services, envelope.apiVersion, envelope.kind, expected);
    const object = {
      ...decodeProto(expected.node, envelope.raw),
      apiVersion: envelope.apiVersion,
      kind: envelope.kind,
    };
    return finish(object, expected);
  }
  const text = bytes.toString("utf8");
  let duplicates: readonly string[] = [];
  let scan: FieldScan | undefined;
  let value: unknown;
  if (format === "yaml") {
    const document = parseYaml(text, expected.kind);
    value = sortMembers(document.value);
    if (validation !== "Ignore") duplicates = document.duplicates;
  } else {
    value = parseJsonObject(text, expected.kind);
    if (validation !== "Ignore") {
      scan = scanJsonFields(text);
      duplicates = scan.duplicates;
    }
  }
  if (value === null) value = {};
  if (typeof value !== "object" || Array.isArray(value)) {
    throw unrecognized(
      expected.kind,
      `json: cannot unmarshal ${goKind(value)} into Go value of type ${TYPE_META}`,
      text,
    );
  }
  const { apiVersion, kind } = value as { apiVersion?: unknown; kind?: unknown };
  for (const [name, member] of [
    ["apiVersion", apiVersion],
    ["kind", kind],
  ] as const) {
    if (member !== undefined && member !== null && typeof member !== "string") {
      throw unrecognized(
        expected.kind,
        `json: cannot unmarshal ${goKind(member)} into Go struct field .${name} of type string`,
        text,
      );
    }
  }
  if (typeof apiVersion === "string" && apiVersion.split("/").length > 2) {
    throw badRequest(
      `the object provided is unrecognized (must be of type ${expected.kind}): unexpected GroupVersion string: ${apiVersion} (${excerpt(text)})`,
    );
  }
  if (expected.custom === undefined) {
    checkKind(services, (apiVersion as string | undefined) ?? "", (kind as string | undefined) ?? "", expected);
  } else if (typeof kind !== "string" || kind === "") {
    throw badRequest(
      `the object provided is unrecognized (must be of type ${expected.kind}): Object 'Kind' is missing in '${text}' (${excerpt(text)})`,
    );
  }
  return decodeValue(context, value as Record<string, unknown>, expected, {
    validation,
    duplicates,
    ...(scan ? { scan } : {}),
  });
}

/** @throws ApiError 400 for bytes that are no protobuf envelope */
function openEnvelope(bytes: Uint8Array, kind: string): ReturnType<typeof decodeUnknown> {
  try {
    return decodeUnknown(bytes);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`the object provided is unrecognized (must be of type ${kind}): ${error.message}`);
  }
}

export interface DecodeValueOptions {
  readonly validation: FieldValidation;
  /** Fields that the text named twice. */
  readonly duplicates?: readonly string[];
  /** The text's order of fields, when the value comes straight from one. */
  readonly scan?: FieldScan;
  /** Makes the error for a value that does not fit, or that strict validation refuses. */
  readonly mismatch?: (message: string) => ApiError;
}

/** The second half of {@link decodeObject}, for values that come from elsewhere (patches). */
export function decodeValue(
  context: Pick<RequestContext, "warnings">,
  value: Record<string, unknown>,
  expected: Expected,
  options: DecodeValueOptions,
): ApiObject {
  const { validation, duplicates = [], scan } = options;
  const mismatch =
    options.mismatch ??
    ((message) =>
      badRequest(
        `${expected.kind} in version ${JSON.stringify(expected.version)} cannot be handled as a ${expected.kind}: ${message}`,
      ));
  let decoded: { value: unknown; unknown: readonly string[] };
  try {
    if (expected.custom === undefined) decoded = decodeStrict(expected.node, value);
    else {
      const { object, unknown } = expected.custom.decode(value);
      decoded = { value: object, unknown };
    }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw mismatch(error.message);
  }
  const ordered = (messages: string[]): string[] => (scan === undefined ? messages : inDocumentOrder(scan, messages));
  if (validation === "Strict" && duplicates.length + decoded.unknown.length > 0) {
    const problems = ordered([...strictDuplicates(duplicates), ...decoded.unknown]);
    throw mismatch(`strict decoding error: ${problems.join(", ")}`);
  }
  if (validation === "Warn") {
    for (const problem of ordered([...duplicates, ...decoded.unknown])) {
      if (!context.warnings.includes(problem)) context.warnings.push(problem);
    }
  }
  const content = decoded.value as Record<string, unknown>;
  const object = expected.custom === undefined ? finish(content, expected) : (content as unknown as ApiObject);
  // An empty list of managers asks for a reset: decoding would drop it like any empty list.
  const { managedFields } = (value["metadata"] ?? {}) as { managedFields?: unknown };
  if (Array.isArray(managedFields) && managedFields.length === 0) object.metadata.managedFields = [];
  return object;
}

/** 400: custom resources have no binary form. */
const noProtobuf = ({ kind, version }: Expected): ApiError =>
  badRequest(
    `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: object *unstructured.Unstructured does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message`,
  );

/** YAML documents are read by name: members in order of their names, at every level. */
export function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (value === null || typeof value !== "object") return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, member]) => [name, sortMembers(member)]));
}

function finish(value: Record<string, unknown>, expected: Expected): ApiObject {
  const { kind: _k, apiVersion: _a, metadata, ...rest } = value;
  const object: ApiObject = {
    kind: expected.kind,
    apiVersion: apiVersionOf(expected),
    metadata: (metadata ?? {}) as ApiObject["metadata"],
    ...rest,
  };
  applyDefaults(expected.node, object);
  return object;
}

/**
 * What the body says it is must be what the path takes; what it leaves out is assumed.
 * @throws ApiError 400
 */
function checkKind(services: Services, givenVersion: string, givenKind: string, expected: Expected): void {
  const apiVersion = givenVersion === "" ? apiVersionOf(expected) : givenVersion;
  const kind = givenKind === "" ? expected.kind : givenKind;
  if (apiVersion === apiVersionOf(expected) && kind === expected.kind) return;
  const { group, version } = parseApiVersion(apiVersion);
  const isList = kind.endsWith("List") && services.schema.forKind(group, version, kind.slice(0, -4)) !== undefined;
  const known = isList || services.schema.forKind(group, version, kind) !== undefined;
  const wanted = `${expected.group === "" ? "core" : expected.group.split(".")[0]}.${expected.kind}`;
  throw badRequest(
    `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${expected.kind}: ${
      known
        ? `converting (${version}.${kind}) to (${wanted}): unknown conversion`
        : `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/api/legacyscheme/scheme.go:30"`
    }`,
  );
}

/** The reference's words for what every body must at least be. */
export const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

function parseJsonObject(text: string, kind: string): unknown {
  refuseDeepNesting(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unrecognized(kind, describeJsonError(text), text);
  }
}

function parseYaml(text: string, kind: string): ReturnType<typeof fromYaml> {
  try {
    return fromYaml(text);
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) throw error;
    throw badRequest(
      `the object provided is unrecognized (must be of type ${kind}): ${error.message} (${excerpt(text)})`,
    );
  }
}

/** Duplicate keys of YAML are told in one piece when they are an error. */
export function strictDuplicates(duplicates: readonly string[]): string[] {
  const lines = duplicates.filter((text) => text.startsWith("line "));
  const others = duplicates.filter((text) => !text.startsWith("line "));
  return lines.length === 0 ? others : [`yaml: unmarshal errors:\n  ${lines.join("\n  ")}`, ...others];
}

const unrecognized = (kind: string, problem: string, text: string): ApiError =>
  badRequest(
    `the object provided is unrecognized (must be of type ${kind}): couldn't get version/kind; json parse error: ${problem} (${excerpt(text)})`,
  );

/** The start of the body as the reference quotes it: text when it looks like JSON, else hexadecimal. */
function excerpt(text: string): string {
  if (text === "") return "<empty>";
  if (!text.trimStart().startsWith("{")) {
    const hex = Buffer.from(text).toString("hex");
    return hex.length > 30 ? `${hex.slice(0, 30)} ...` : hex;
  }
  return text.length > 30 ? `${text.slice(0, 30)} ...` : text;
}

/** The Go decoder's name of a JSON value's kind. */
export function goKind(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "boolean") return "bool";
  return typeof value;
}
