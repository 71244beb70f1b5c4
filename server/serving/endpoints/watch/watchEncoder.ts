import { printInSteps } from "../../../../shared/json/printInSteps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import { ApiError, type Status } from "../../../../shared/status.ts";
import { atOnce, isTurnOver, type Steps } from "../../../../shared/steps.ts";
import { writeYaml } from "../../../../shared/yaml/writeYaml.ts";
import { encodingOf, type Resource } from "../../../api/registry/resource.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { RequestContext } from "../../../ground/request/context.ts";
import { cborEvent } from "../../../model/encoding/cbor/cborItems.ts";
import { CBOR_SEQUENCE, type Negotiated, type Wire } from "../../../model/encoding/negotiate.ts";
import { encodeValue, protoMessage } from "../../../model/encoding/objectEncoder.ts";
import { toPartialMetadata } from "../../../model/encoding/partialMetadata.ts";
import { protoInSteps } from "../../../model/encoding/protobuf/encodeProto.ts";
import { parseIncludeObject, toTable } from "../../../model/encoding/table.ts";
import { emitStruct } from "../../../model/schema/output.ts";
import { cborType } from "../answers/cborAnswer.ts";
import { listKind } from "../list/listForm.ts";

/** Media types of streams, if they are not the media type of a single answer with a parameter. */
const CONTENT_TYPES: Partial<Record<Wire, string>> = { json: "application/json", cbor: CBOR_SEQUENCE };

/** Encodes events as frames in one representation. */
export interface FrameEncoder {
  readonly contentType: string;
  /** Identifies the representation: frames are shared between watches of equal formats. */
  readonly format: string;
  /** False when frames depend on earlier ones (only the first Table has headers). */
  readonly shareable: boolean;
  frame(type: string, object: ApiObject): Steps<Buffer>;
  bookmark(revision: number, initialEventsEnd: boolean): Buffer;
  error(status: Status): Buffer;
}

/** @throws ApiError 406 for YAML if the server behaves like the reference, which has no YAML streams */
export function watchEncoder(
  services: Services,
  context: RequestContext,
  resource: Resource,
  negotiated: Negotiated,
): FrameEncoder {
  if (negotiated.wire === "yaml" && services.quirks.follows("yamlHasNoStream")) {
    throw new ApiError(
      406,
      "NotAcceptable",
      `no serializer with streaming support is registered for ${negotiated.contentType}`,
    );
  }
  const { vocabulary, schema } = services;
  const { as, wire } = negotiated;
  const include = as?.kind === "Table" ? parseIncludeObject(context.query.get("includeObject")) : undefined;
  let headersSent = false;
  const shown = (object: ApiObject): [Record<string, unknown>, StructNode] => {
    if (as?.kind === "Table" && include !== undefined) {
      const table = toTable(
        resource.definition,
        [object],
        { resourceVersion: object.metadata.resourceVersion ?? "" },
        { vocabulary, version: as.version, includeObject: include, noHeaders: headersSent, now: services.now() },
      );
      headersSent = true;
      return [table, schema.definition("apimachinery.pkg.apis.meta.v1.Table")];
    }
    if (as !== undefined) {
      return [
        toPartialMetadata(object, vocabulary, as.version),
        schema.definition("apimachinery.pkg.apis.meta.v1.PartialObjectMetadata"),
      ];
    }
    return [object, resource.node];
  };
  const event = (type: string, value: Record<string, unknown>, node: StructNode): Steps<Buffer> =>
    wire === "protobuf"
      ? protobufFrame(services, type, value, node)
      : wire === "cbor"
        ? cborEvent(type, value, node === resource.node ? cborType(resource) : node)
        : wire === "yaml"
          ? yamlFrame(type, value)
          : jsonFrame(type, value);
  return {
    contentType: CONTENT_TYPES[wire] ?? `${negotiated.contentType};stream=watch`,
    format: `${wire}/${encodingOf(resource)}/${as?.kind ?? ""}`,
    shareable: as?.kind !== "Table",
    frame: (type, object) => event(type, ...shown(object)),
    bookmark: (revision, initialEventsEnd) => {
      const metadata = {
        resourceVersion: String(revision),
        // Objects without a Go type do not have empty members.
        ...(resource.custom === undefined || as !== undefined ? { creationTimestamp: null } : {}),
        ...(initialEventsEnd ? { annotations: initialEndAnnotations(services, resource, negotiated) } : {}),
      };
      const bare = { kind: resource.kind, apiVersion: resource.apiVersion, metadata };
      if (as !== undefined) return atOnce(event("BOOKMARK", ...shown(bare)));
      // An object of a built-in type includes its empty members.
      const object = resource.custom === undefined ? emitStruct(resource.node, bare) : bare;
      return atOnce(event("BOOKMARK", object, resource.node));
    },
    error: (status) => atOnce(event("ERROR", { ...status }, schema.definition("apimachinery.pkg.apis.meta.v1.Status"))),
  };
}

/**
 * The annotations of the bookmark that ends the initial events. They contain an empty list, encoded as the answer to a
 * list request would be, because clients decode it with the negotiated format; it is in base64 of the standard
 * alphabet.
 */
function initialEndAnnotations(services: Services, resource: Resource, negotiated: Negotiated): Record<string, string> {
  const { value, node } = emptyList(services, resource, negotiated.as);
  const list = encodeValue(value, negotiated.wire, false, node);
  // The reference ends JSON with a line break.
  const blueprint = negotiated.wire === "json" ? Buffer.concat([list, LINE_BREAK]) : list;
  return {
    [services.vocabulary.render("{domain}/initial-events-end")]: "true",
    [services.vocabulary.render("{labelDomain}/initial-events-list-blueprint")]: blueprint.toString("base64"),
  };
}

const LINE_BREAK = Buffer.from("\n");

/**
 * The list that corresponds to the events, without items: members in the reference's order. Watches that stand for a
 * list are never of Tables.
 */
function emptyList(
  { vocabulary, schema }: Services,
  resource: Resource,
  as: Negotiated["as"],
): { readonly value: Record<string, unknown>; readonly node: StructNode | undefined } {
  const typed = (definition: string): StructNode | undefined =>
    schema.has(definition) ? schema.definition(definition) : undefined;
  if (as !== undefined) {
    const apiVersion = `${vocabulary.metaGroup}/${as.version}`;
    return {
      value: { kind: "PartialObjectMetadataList", apiVersion, metadata: {}, items: null },
      node: typed("apimachinery.pkg.apis.meta.v1.PartialObjectMetadataList"),
    };
  }
  const { apiVersion } = resource;
  const kind = listKind(resource);
  return resource.custom === undefined
    ? {
        value: { kind, apiVersion, metadata: {}, items: null },
        node: typed(`${resource.definition.definition}List`),
      }
    : { value: { apiVersion, items: [], kind }, node: undefined };
}

/** A WatchEvent on a separate line. */
function* jsonFrame(type: string, value: Record<string, unknown>): Steps<Buffer> {
  const chunks = yield* printInSteps(value);
  const [first = ""] = chunks;
  const text = chunks.length === 1 ? first : chunks.join("");
  if (isTurnOver()) yield;
  return Buffer.from(`{"type":${JSON.stringify(type)},"object":${text}}\n`);
}

/** A complete YAML document with its markers, so that a reader can find the beginning and end of each event. */
function* yamlFrame(type: string, value: Record<string, unknown>): Steps<Buffer> {
  const chunks = yield* writeYaml({ type, object: value });
  return Buffer.from(`---\n${chunks.join("")}...\n`);
}

/** A length-delimited WatchEvent whose object is wrapped in an envelope. */
function* protobufFrame(
  services: Services,
  type: string,
  value: Record<string, unknown>,
  node: StructNode,
): Steps<Buffer> {
  const raw = yield* protoMessage(value, node);
  if (isTurnOver()) yield;
  const watchEvent = services.schema.definition("apimachinery.pkg.apis.meta.v1.WatchEvent");
  const body = yield* protoInSteps(watchEvent, { type, object: { raw } });
  if (isTurnOver()) yield;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
}
