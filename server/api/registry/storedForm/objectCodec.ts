import { escapeMarkupInSteps } from "../../../../shared/json/escapeMarkup.ts";
import { stringifyInSteps } from "../../../../shared/json/printInSteps.ts";
import { type ApiObject, apiVersionOf, parseApiVersion } from "../../../../shared/object.ts";
import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import { atOnce, type Steps } from "../../../../shared/steps.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { Family } from "../../../ground/formats/addresses/addresses.ts";
import { decodeProtoInSteps } from "../../../model/encoding/protobuf/decodeProto.ts";
import { protoInSteps } from "../../../model/encoding/protobuf/encodeProto.ts";
import { decodeUnknown, encodeUnknown, hasEnvelope } from "../../../model/encoding/protobuf/envelope.ts";
import { defaultInSteps } from "../../../model/schema/applyDefaults.ts";
import { decodeInSteps } from "../../../model/schema/decode.ts";
import { normalizeForOutput } from "../../../model/schema/output.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import { decodeJsonValue, UndecodableValue, type ValueDecoder } from "../../../store/cache/valueDecoder.ts";
import type { Value } from "../../../store/storage/storage.ts";
import type { ResourceDefinition, StoredText } from "../definition.ts";
import type { Features } from "../features.ts";

/** The forms that built-in objects are written in. */
export type StoredFormat = "json" | "protobuf";

/** Converts between objects in memory, each at its storage version, and values in the store. */
export interface ObjectCodec {
  /** @param object must have no resourceVersion */
  encode(object: ApiObject): Steps<Value>;
  /** Reads every form that the reference or this server writes. @throws UndecodableValue */
  readonly decode: ValueDecoder;
}

export interface ObjectCodecOptions {
  readonly schema: Schema;
  /** All built-in resources. */
  readonly definitions: readonly ResourceDefinition[];
  /** The format for writing. Custom resources, their definitions and API services are always JSON. */
  readonly format: StoredFormat;
  /** Text values were written by this server and need no defaulting. */
  readonly trustsText: boolean;
  /** Which features are on, for defaults that depend on one. Default: each feature's default. */
  readonly features?: Features;
  /** IP families of the cluster's services, the default one first. Default: IPv4. */
  readonly families?: readonly Family[];
}

/** Conversions for kinds whose stored form differs from the form in memory, by apiVersion and kind. */
interface Forms {
  /** From the form in memory to the stored JSON. */
  readonly texts: ReadonlyMap<string, StoredText & { readonly apiVersion: string }>;
  /** From an object of another version to the form in memory. */
  readonly others: ReadonlyMap<string, (object: ApiObject) => ApiObject>;
  /** Adds what an older server did not store. */
  readonly completions: ReadonlyMap<string, (object: ApiObject) => ApiObject>;
}

const nameOf = (apiVersion: string, kind: string): string => `${apiVersion} ${kind}`;

/** @example createObjectCodec({ schema, definitions: allDefinitions, format: "protobuf", trustsText: false }) */
export function createObjectCodec(options: ObjectCodecOptions): ObjectCodec {
  const { schema, format, trustsText, features } = options;
  const { texts, others, completions } = formsOf(options);
  const nodeOf = (apiVersion: string, kind: string): StructNode | undefined => {
    const { group, version } = parseApiVersion(apiVersion);
    return schema.forKind(group, version, kind);
  };
  const inMemory = (object: ApiObject): ApiObject => {
    const convert = others.get(nameOf(object.apiVersion ?? "", object.kind ?? ""));
    return convert === undefined ? object : convert(object);
  };
  const whole = (object: ApiObject): ApiObject => {
    const name = nameOf(object.apiVersion ?? "", object.kind ?? "");
    const converted = others.get(name)?.(object);
    if (converted === undefined) return completions.get(name)?.(object) ?? object;
    return completions.get(nameOf(converted.apiVersion ?? "", converted.kind ?? ""))?.(converted) ?? converted;
  };
  const fromJson = function* (value: Value): Steps<unknown> {
    const object = yield* decodeJsonValue(value);
    if (!isTyped(object)) return object;
    if (typeof value === "string" && trustsText) return inMemory(object);
    const node = nodeOf(object.apiVersion, object.kind);
    if (node === undefined) return inMemory(object);
    const { value: decoded } = yield* decodeInSteps(node, object);
    return whole(yield* complete(node, decoded as Record<string, unknown>, object, features));
  };
  const fromEnvelope = function* (bytes: Uint8Array): Steps<unknown> {
    const { apiVersion, kind, raw } = decodeUnknown(bytes);
    const node = nodeOf(apiVersion, kind);
    if (node === undefined) {
      throw new UndecodableValue(
        `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`,
      );
    }
    return whole(yield* complete(node, yield* decodeProtoInSteps(node, raw), { apiVersion, kind }, features));
  };
  return {
    *encode(object) {
      const { apiVersion = "", kind = "" } = object;
      const text = texts.get(nameOf(apiVersion, kind));
      if (text !== undefined) {
        return yield* jsonLine({ ...text.toText(object), kind, apiVersion: text.apiVersion });
      }
      const node = format === "protobuf" ? nodeOf(apiVersion, kind) : undefined;
      if (node === undefined) return yield* jsonLine(object);
      return encodeUnknown({ apiVersion, kind, raw: yield* protoInSteps(node, object) });
    },
    *decode(value) {
      try {
        return yield* typeof value !== "string" && hasEnvelope(value) ? fromEnvelope(value) : fromJson(value);
      } catch (error) {
        if (error instanceof UndecodableValue) throw error;
        // A store may contain anything: a value that cannot be converted is reported as undecodable.
        throw new UndecodableValue(messageOf(error));
      }
    },
  };
}

/** A decoded value as an object of its kind, with defaults. */
function* complete(
  node: StructNode,
  { kind: _k, apiVersion: _a, metadata, ...rest }: Record<string, unknown>,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  features: Features | undefined,
): Steps<ApiObject> {
  const object: ApiObject = { kind, apiVersion, metadata: (metadata ?? {}) as ApiObject["metadata"], ...rest };
  return yield* defaultInSteps(node, object, features?.enabled);
}

function formsOf({ schema, definitions, features, families = ["IPv4"] }: ObjectCodecOptions): Forms {
  const { render } = schema.vocabulary;
  const texts = new Map<string, StoredText & { readonly apiVersion: string }>();
  const others = new Map<string, (object: ApiObject) => ApiObject>();
  const completions = new Map<string, (object: ApiObject) => ApiObject>();
  for (const { group: template, version, kind, definition, storedAs, storedText, completeStored } of definitions) {
    const group = render(template);
    const apiVersion = apiVersionOf({ group, version });
    if (completeStored !== undefined) {
      completions.set(nameOf(apiVersion, kind), (object) => completeStored(object, families));
    }
    if (storedAs !== undefined) {
      const stored = apiVersionOf({ group: render(storedAs.group), version: storedAs.version });
      others.set(nameOf(apiVersion, kind), (object) => ({ ...storedAs.toStorage(object), kind, apiVersion: stored }));
    }
    if (storedText === undefined) continue;
    const written = apiVersionOf({ group, version: storedText.version });
    texts.set(nameOf(apiVersion, kind), { ...storedText, apiVersion: written });
    if (written === apiVersion) continue;
    others.set(nameOf(written, kind), (object) => {
      const node = schema.definition(definition);
      const ordered = normalizeForOutput(node, storedText.fromText(object)) as Record<string, unknown>;
      return atOnce(complete(node, ordered, { apiVersion, kind }, features));
    });
  }
  return { texts, others, completions };
}

/** JSON as the reference stores it. */
function* jsonLine(object: ApiObject): Steps<string> {
  return `${yield* escapeMarkupInSteps(yield* stringifyInSteps(object))}\n`;
}

const isTyped = (object: unknown): object is ApiObject & { readonly apiVersion: string; readonly kind: string } => {
  const { apiVersion, kind } = (object ?? {}) as Partial<ApiObject>;
  return typeof apiVersion === "string" && typeof kind === "string";
};
