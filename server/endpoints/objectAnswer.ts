import type { ApiObject } from "../../shared/object.ts";
import { ApiError } from "../../shared/status.ts";
import { servesCbor } from "../encoding/cbor/cborGate.ts";
import { type Negotiated, negotiate } from "../encoding/negotiate.ts";
import { encodeValue } from "../encoding/objectEncoder.ts";
import { toPartialMetadata } from "../encoding/partialMetadata.ts";
import { parseIncludeObject, toTable } from "../encoding/table.ts";
import { type FullAnswer, header, type RequestContext } from "../http/context.ts";
import type { Resource } from "../registry/resource.ts";
import type { StructNode } from "../schema/typeNode.ts";
import { cborType } from "./cborAnswer.ts";
import type { Services } from "./services.ts";

/** The representation asked for, of an endpoint that answers objects. @throws ApiError 406 */
export function negotiateObject(
  services: Services,
  context: RequestContext,
  { collection = false, resource }: { readonly collection?: boolean; readonly resource?: Resource } = {},
): Negotiated {
  const options = {
    transforms: true,
    streaming: collection,
    jsonOnly: resource?.custom !== undefined,
    cbor: servesCbor(services.features),
  };
  const negotiated = negotiate(header(context, "accept"), context.query, services.vocabulary, options);
  const pretty = negotiated.pretty || (!context.query.has("pretty") && isPerson(header(context, "user-agent")));
  return pretty === negotiated.pretty ? negotiated : { ...negotiated, pretty };
}

/** Browsers and command-line fetchers get indented JSON unless they say otherwise. */
const isPerson = (userAgent: string): boolean => /^(curl|Wget|Mozilla\/5\.0)/.test(userAgent);

/** One object of a resource as the client asked for it. */
export function objectAnswer(
  services: Services,
  context: RequestContext,
  resource: Resource,
  negotiated: Negotiated,
  object: ApiObject,
  status = 200,
): FullAnswer {
  const { as } = negotiated;
  if (as?.kind === "PartialObjectMetadataList") {
    throw wrongShape(
      `you requested PartialObjectMetadataList, but the requested object is not a list (*${goType(resource)})`,
    );
  }
  let value: ApiObject | Record<string, unknown> = object;
  let node = negotiated.wire === "cbor" ? cborType(resource) : resource.node;
  if (as?.kind === "PartialObjectMetadata") {
    value = toPartialMetadata(object, services.vocabulary, as.version);
    node = services.schema.definition("apimachinery.pkg.apis.meta.v1.PartialObjectMetadata");
  } else if (as?.kind === "Table") {
    value = toTable(
      resource.definition,
      [object],
      { resourceVersion: object.metadata.resourceVersion ?? "" },
      {
        vocabulary: services.vocabulary,
        version: as.version,
        includeObject: parseIncludeObject(context.query.get("includeObject")),
        now: services.now(),
      },
    );
    node = services.schema.definition("apimachinery.pkg.apis.meta.v1.Table");
  }
  return {
    status,
    headers: { "content-type": negotiated.contentType },
    body: encodeValue(value, negotiated.wire, negotiated.pretty, node),
  };
}

/** A value that is no object of a resource (a Status, a review, a Scale). */
export function valueAnswer(
  negotiated: Negotiated,
  value: Record<string, unknown>,
  status = 200,
  node?: StructNode,
): FullAnswer {
  return {
    status,
    headers: { "content-type": negotiated.contentType },
    body: encodeValue(value, negotiated.wire, negotiated.pretty, node),
  };
}

/** 406: the representation fits lists only, or single objects only. */
export const wrongShape = (why: string): ApiError => new ApiError(406, "NotAcceptable", why);

/** How messages name a type: `core.ConfigMap`. */
export const goType = (resource: Resource, suffix = ""): string =>
  `${resource.group === "" ? "core" : (resource.group.split(".")[0] ?? "")}.${resource.kind}${suffix}`;
