import { ApiError, notAcceptable } from "../../../shared/status.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { parseAccept } from "./mediaType.ts";

export type Wire = "json" | "yaml" | "protobuf" | "cbor";

export const CBOR = "application/cbor";
/** Many CBOR items one after the other: what a watch is. */
export const CBOR_SEQUENCE = "application/cbor-seq";

/** What the client wants to get. */
export interface Negotiated {
  readonly wire: Wire;
  /** Content-Type of the answer. */
  readonly contentType: string;
  /** The object is to be shown as something else. */
  readonly as?: {
    readonly kind: "Table" | "PartialObjectMetadata" | "PartialObjectMetadataList";
    readonly version: "v1" | "v1beta1";
  };
  readonly pretty: boolean;
}

export interface NegotiationOptions {
  /** The endpoint streams events: `stream=watch` types are known too. */
  readonly streaming?: boolean;
  /** The endpoint can show Tables and partial metadata. */
  readonly transforms?: boolean;
  /** False where the answer has no Table (reviews, tokens); default true. Tables have no protobuf form. */
  readonly tables?: boolean;
  /** Objects have no protobuf form (custom resources); partial metadata still does. */
  readonly jsonOnly?: boolean;
  /** `as=` is not looked at: the endpoint shows its one form. */
  readonly ignoreTransforms?: boolean;
  /** False where no route has looked at the header before, so that every refusal is in negotiation's own words; default true. */
  readonly routed?: boolean;
  /** CBOR is served, which a gate decides. */
  readonly cbor?: boolean;
  /** The User-Agent of the client, see {@link wantsIndentation}. */
  readonly userAgent?: string;
  /** The answer is a stream of events: a sequence of CBOR items is meant when one is asked for. */
  readonly sequence?: boolean;
}

const TRANSFORMS = new Set(["Table", "PartialObjectMetadata", "PartialObjectMetadataList"]);
/** What counts as true in a query that Go reads. */
const TRUE: ReadonlySet<string> = new Set(["1", "t", "T", "true", "True", "TRUE"]);

/** Whether JSON is to be indented: as the query says, else for browsers and command-line fetchers. */
export function wantsIndentation(query: URLSearchParams, userAgent = ""): boolean {
  const asked = query.get("pretty") ?? "";
  return asked === "" ? /^(curl|Wget|Mozilla\/5\.0)/.test(userAgent) : TRUE.has(asked);
}

/**
 * Chooses the representation of the answer from the Accept header: first acceptable range wins. Any of `as`, `g` and `v` asks
 * for another kind of object, and what they name together must be known; `*​/*`, an empty or a missing
 * header mean JSON.
 * @throws ApiError 406 when nothing asked for can be given
 */
export function negotiate(
  accept: string,
  query: URLSearchParams,
  vocabulary: Vocabulary,
  options: NegotiationOptions = {},
): Negotiated {
  const asked = wantsIndentation(query, options.userAgent);
  const json: Negotiated = { wire: "json", contentType: "application/json", pretty: asked };
  if (accept.trim() === "") return json;
  let refusedTransform = options.routed === false;
  for (const { type, parameters } of parseAccept(accept)) {
    const wire = wireOf(type, vocabulary, options);
    if (wire === undefined) {
      if (type === CBOR_SEQUENCE && options.cbor === true && options.streaming === true) refusedTransform = true;
      continue;
    }
    if (parameters["stream"] !== undefined && !(options.streaming === true && parameters["stream"] === "watch"))
      continue;
    const { as = "", g: group, v: version } = parameters;
    const asIs = parameters["as"] === undefined && group === undefined && version === undefined;
    const pretty = asked || parameters["pretty"] === "1";
    if (asIs && wire === "protobuf" && options.jsonOnly === true) {
      refusedTransform = true;
      continue;
    }
    if (asIs || options.ignoreTransforms === true)
      return { wire, contentType: contentTypeOf(wire, vocabulary), pretty };
    const known =
      options.transforms === true &&
      TRANSFORMS.has(as) &&
      (as !== "Table" || (options.tables !== false && wire !== "protobuf")) &&
      group === vocabulary.metaGroup &&
      (version === "v1" || version === "v1beta1");
    if (!known) {
      refusedTransform = true;
      continue;
    }
    return {
      wire,
      contentType: contentTypeOf(wire, vocabulary),
      as: { kind: as as "Table", version },
      pretty,
    };
  }
  throw refusedTransform
    ? new ApiError(
        406,
        "NotAcceptable",
        `only the following media types are accepted: ${available(vocabulary, { cbor: options.cbor }).join(", ")}`,
      )
    : notAcceptable(`406: Not Acceptable\n\nAvailable representations: ${available(vocabulary, options).join(", ")}`);
}

/** The wire of a media type without its parameters; any type (two stars) means JSON. */
export function wireOf(
  type: string,
  vocabulary: Vocabulary,
  { cbor, sequence }: NegotiationOptions = {},
): Wire | undefined {
  if (type === "application/json" || type === "*/*") return "json";
  if (type === "application/yaml") return "yaml";
  if (type === vocabulary.protobufMediaType) return "protobuf";
  if (cbor === true && (type === CBOR || (type === CBOR_SEQUENCE && sequence === true))) return "cbor";
  return undefined;
}

const contentTypeOf = (wire: Wire, vocabulary: Vocabulary): string =>
  wire === "protobuf" ? vocabulary.protobufMediaType : `application/${wire}`;

/** The media types of the API, as messages list them. */
export function available(
  vocabulary: Vocabulary,
  { streaming = false, cbor = false }: Pick<NegotiationOptions, "streaming" | "cbor">,
): string[] {
  const streams = ["application/json;stream=watch", `${vocabulary.protobufMediaType};stream=watch`];
  return [
    "application/json",
    "application/yaml",
    vocabulary.protobufMediaType,
    ...(cbor ? [CBOR] : []),
    ...(streaming ? streams : []),
    ...(streaming && cbor ? [CBOR_SEQUENCE] : []),
  ];
}
