import { ApiError, notAcceptable } from "../../../shared/status.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { readBoolean } from "../../ground/formats/wording/booleanText.ts";
import { parseAccept, trimSpaces } from "./mediaType.ts";

export type Wire = "json" | "yaml" | "protobuf" | "cbor";

export const CBOR = "application/cbor";
/** A sequence of CBOR items, as in a watch. */
export const CBOR_SEQUENCE = "application/cbor-seq";

/** The negotiated form of the response. */
export interface Negotiated {
  readonly wire: Wire;
  /** The Content-Type of the response. */
  readonly contentType: string;
  /** Another kind to which the object must be converted. */
  readonly as?: {
    readonly kind: "Table" | "PartialObjectMetadata" | "PartialObjectMetadataList";
    readonly version: "v1" | "v1beta1";
  };
  readonly pretty: boolean;
}

export interface NegotiationOptions {
  /** Whether the endpoint streams events: `stream=watch` types are then valid, too. */
  readonly streaming?: boolean;
  /** Whether the endpoint supports Tables and partial metadata. */
  readonly transforms?: boolean;
  /** False when the response has no Table form (reviews, tokens); default: true. Tables have no protobuf form. */
  readonly tables?: boolean;
  /** Whether objects have no protobuf form (custom resources); partial metadata still does. */
  readonly jsonOnly?: boolean;
  /**
   * False when no route has checked the header before, so that every refusal has negotiation's own message; default:
   * true.
   */
  readonly routed?: boolean;
  /** Whether CBOR is served, which a feature gate decides. */
  readonly cbor?: boolean;
  /** The User-Agent of the client, see {@link isPretty}. */
  readonly userAgent?: string;
  /** Whether the response is a stream of events: CBOR then means a sequence of items. */
  readonly sequence?: boolean;
}

type MediaTypeParameters = Readonly<Record<string, string>>;

const TRANSFORMS = new Set(["Table", "PartialObjectMetadata", "PartialObjectMetadataList"]);

/** Whether JSON is indented: as the query requests, else for browsers and command-line clients. */
export function isPretty(query: URLSearchParams, userAgent = ""): boolean {
  const asked = query.get("pretty") ?? "";
  return asked === "" ? /^(curl|Wget|Mozilla\/5\.0)/.test(userAgent) : readBoolean(asked) === true;
}

/**
 * Chooses the representation of the response from the Accept header: the first acceptable range wins. Any of the
 * parameters `as`, `g` and `v` requests another kind of object, and together they must name a known one. Any type (two
 * stars), an empty or a missing header mean JSON. When a route has checked the header before, it must contain a type
 * that the route knows, whatever its parameters.
 * @throws ApiError 406 when no requested representation is available
 */
export function negotiate(
  accept: string,
  query: URLSearchParams,
  vocabulary: Vocabulary,
  options: NegotiationOptions = {},
): Negotiated {
  const asked = isPretty(query, options.userAgent);
  if (accept.trim() === "") return { wire: "json", contentType: "application/json", pretty: asked };
  if (options.routed !== false && !passesRoute(accept, available(vocabulary, options))) {
    throw notAcceptable(
      `406: Not Acceptable\n\nAvailable representations: ${available(vocabulary, options).join(", ")}`,
    );
  }
  for (const { type, parameters } of parseAccept(accept)) {
    const wire = wireOf(type, vocabulary, options);
    if (wire === undefined || !allows(wire, parameters, options)) continue;
    const given = { wire, contentType: contentTypeOf(wire, vocabulary), pretty: asked || parameters["pretty"] === "1" };
    const { as = "", g: group, v: version } = parameters;
    if (parameters["as"] === undefined && group === undefined && version === undefined) {
      if (wire === "protobuf" && options.jsonOnly === true) continue;
      return given;
    }
    const known =
      options.transforms === true &&
      TRANSFORMS.has(as) &&
      (as !== "Table" || (options.tables !== false && wire !== "protobuf")) &&
      group === vocabulary.metaGroup &&
      (version === "v1" || version === "v1beta1");
    if (known) return { ...given, as: { kind: as as "Table", version } };
  }
  throw new ApiError(
    406,
    "NotAcceptable",
    `only the following media types are accepted: ${available(vocabulary, { cbor: options.cbor }).join(", ")}`,
  );
}

/** A route compares only the types, as exact texts. */
function passesRoute(accept: string, types: readonly string[]): boolean {
  const known = new Set(["*/*", ...types]);
  return accept.split(",").some((range) => known.has(trimSpaces(range.split(";")[0] ?? "")));
}

/**
 * Whether the output parameters are acceptable. `stream=watch` is accepted for every wire format that can be streamed,
 * even when the response is not a stream; the server version (`sv`) only by endpoints of objects.
 */
function allows(wire: Wire, { stream, sv }: MediaTypeParameters, { transforms }: NegotiationOptions): boolean {
  if (stream !== undefined && (stream !== "watch" || wire === "yaml")) return false;
  return sv === undefined || (transforms === true && sv === "v1");
}

/**
 * The wire format of a media type without its parameters; any type (two stars), and any application type, means JSON.
 */
export function wireOf(
  type: string,
  vocabulary: Vocabulary,
  { cbor, sequence }: NegotiationOptions = {},
): Wire | undefined {
  if (type === "application/json" || type === "application/*" || type === "*/*") return "json";
  if (type === "application/yaml") return "yaml";
  if (type === vocabulary.protobufMediaType) return "protobuf";
  if (cbor === true && (type === CBOR || (type === CBOR_SEQUENCE && sequence === true))) return "cbor";
  return undefined;
}

const contentTypeOf = (wire: Wire, vocabulary: Vocabulary): string =>
  wire === "protobuf" ? vocabulary.protobufMediaType : `application/${wire}`;

/** The media types of the API, as listed in messages. */
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
