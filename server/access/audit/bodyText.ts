import { parseInSteps } from "../../../shared/json/parseInSteps.ts";
import { stringifyInSteps } from "../../../shared/json/printInSteps.ts";
import { awaited, type Steps } from "../../../shared/steps.ts";
import type { FullAnswer } from "../../ground/request/context.ts";
import { NEVER } from "../../ground/timing/signals.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import { decodeCborInSteps } from "../../model/encoding/cbor/decodeCbor.ts";
import { decodeProtoInSteps } from "../../model/encoding/protobuf/decodeProto.ts";
import { decodeUnknownInSteps } from "../../model/encoding/protobuf/envelope.ts";
import { readYaml } from "../../model/encoding/readYaml.ts";
import type { Schema } from "../../model/schema/schema.ts";

const YAML = { exact: false, sorted: false };

type Fields = Readonly<Record<string, unknown>>;

/** A body as JSON on one line. @param omitManagedFields drops managed fields, also in lists and tables */
export const bodyText = (object: Fields, omitManagedFields: boolean): Steps<string> =>
  stringifyInSteps(omitManagedFields ? withoutManagedFields(object) : object);

/** A patch for an event: JSON unchanged, YAML converted to JSON; undefined for anything else. */
export async function patchText(bytes: Uint8Array, signal: AbortSignal): Promise<string | undefined> {
  const text = Buffer.from(bytes).toString("utf8");
  try {
    return await inTurns(normalized(text));
  } catch {
    try {
      return await inTurns(stringifyInSteps((await readYaml(text, YAML, signal)).value));
    } catch {
      return undefined;
    }
  }
}

function* normalized(text: string): Steps<string> {
  return yield* stringifyInSteps(yield* parseInSteps(text));
}

/** The object in a response of any encoding; undefined for pages and other texts. */
export function* answeredObject({ headers, body }: FullAnswer, schema: Schema): Steps<Fields | undefined> {
  const type = (headers["content-type"] ?? "").split(";")[0];
  const bytes = (): Buffer => joined(body);
  try {
    if (type === "application/json") return asObject(yield* parseInSteps(bytes().toString("utf8")));
    if (type === "application/yaml") {
      // A response is read even after its client is gone.
      return asObject((yield* awaited(readYaml(bytes().toString("utf8"), YAML, NEVER))).value);
    }
    if (type === "application/cbor") return asObject(yield* decodeCborInSteps(bytes()));
    if (type === schema.vocabulary.protobufMediaType) return yield* fromEnvelope(bytes(), schema);
  } catch {
    return undefined;
  }
  return undefined;
}

function* fromEnvelope(bytes: Buffer, schema: Schema): Steps<Fields | undefined> {
  const { apiVersion, kind, raw } = yield* decodeUnknownInSteps(bytes);
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  const node = schema.forKind(group, version, kind);
  return node === undefined ? undefined : { kind, apiVersion, ...(yield* decodeProtoInSteps(node, raw)) };
}

function joined(body: FullAnswer["body"]): Buffer {
  if (typeof body === "string") return Buffer.from(body);
  return Array.isArray(body) ? Buffer.concat(body as Uint8Array[]) : Buffer.from(body as Uint8Array);
}

const asObject = (value: unknown): Fields | undefined =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Fields) : undefined;

function withoutManagedFields(object: Fields): Fields {
  const metadata = asObject(object["metadata"]);
  const { items, rows } = object;
  return {
    ...object,
    ...(metadata?.["managedFields"] === undefined ? {} : { metadata: { ...metadata, managedFields: undefined } }),
    ...(Array.isArray(items) ? { items: items.map((item) => withoutManagedFields(asObject(item) ?? {})) } : {}),
    ...(Array.isArray(rows) ? { rows: rows.map(rowWithoutManagedFields) } : {}),
  };
}

function rowWithoutManagedFields(row: unknown): unknown {
  const object = asObject(asObject(row)?.["object"]);
  return object === undefined ? row : { ...asObject(row), object: withoutManagedFields(object) };
}
