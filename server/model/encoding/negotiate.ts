import { ApiError, notAcceptable } from "../../../shared/status.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { readBoolean } from "../../ground/formats/wording/booleanText.ts";
import { parseAccept, trimSpaces } from "./mediaType.ts";

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
  /**
   * False where no route has looked at the header before, so that every refusal is in negotiation's own words; default true.
   */
  readonly routed?: boolean;
  /** CBOR is served, which a gate decides. */
  readonly cbor?: boolean;
  /** The User-Agent of the client, see {@link wantsIndentation}. */
  readonly userAgent?: string;
  /** The answer is a stream of events: a sequence of CBOR items is meant when one is asked for. */
  readonly sequence?: boolean;
}

type MediaTypeParameters = Readonly<Record<string, string>>;

const TRANSFORMS = new Set(["Table", "PartialObjectMetadata", "PartialObjectMetadataList"]);

/** Whether JSON is to be indented: as the query says, else for browsers and command-line fetchers. */
export function wantsIndentation(query: URLSearchParams, userAgent = ""): boolean {
  const asked = query.get("pretty") ?? "";
  return asked === "" ? /^(curl|Wget|Mozilla\/5\.0)/.test(userAgent) : readBoolean(asked) === true;
}

/**
 * Chooses the representation of the answer from the Accept header: first acceptable range wins. Any of `as`, `g` and `v` asks
 * for another kind of object, and what they name together must be known; `*​/*`, an empty or a missing
 * header mean JSON. Where a route has looked at the header before, it must name a type that the route knows, whatever
 * its parameters.
 * @throws ApiError 406 when nothing asked for can be given
 */
export function negotiate(
  accept: string,
  query: URLSearchParams,
  vocabulary: Vocabulary,
  options: NegotiationOptions = {},
): Negotiated {
  const asked = wantsIndentation(query, options.userAgent);
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

/** A route compares the types alone, to the letter. */
function passesRoute(accept: string, types: readonly string[]): boolean {
  const known = new Set(["*/*", ...types]);
  return accept.split(",").some((range) => known.has(trimSpaces(range.split(";")[0] ?? "")));
}

/**
 * Whether parameters can be followed that say how the answer is to be written: `stream=watch` is known by every form that
 * streams have, also where no stream is asked for; the server's version (`sv`) only by endpoints of objects.
 */
function allows(wire: Wire, { stream, sv }: MediaTypeParameters, { transforms }: NegotiationOptions): boolean {
  if (stream !== undefined && (stream !== "watch" || wire === "yaml")) return false;
  return sv === undefined || (transforms === true && sv === "v1");
}

/** The wire of a media type without its parameters; any type (two stars), and any of applications, means JSON. */
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
