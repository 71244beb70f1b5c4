import type { ApiObject } from "../../../../shared/object.ts";
import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import { ApiError } from "../../../../shared/status.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import type { Services } from "../../../api/registry/services.ts";
import { type FullAnswer, header, type RequestContext } from "../../../ground/request/context.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { servesCbor } from "../../../model/encoding/cbor/cborGate.ts";
import { type Negotiated, negotiate } from "../../../model/encoding/negotiate.ts";
import { encodeInSteps } from "../../../model/encoding/objectEncoder.ts";
import { toPartialMetadata } from "../../../model/encoding/partialMetadata.ts";
import { parseIncludeObject, type TableSource, toTable } from "../../../model/encoding/table.ts";
import { goType } from "../body/goType.ts";
import { bodyOf, type Target } from "../target.ts";
import { cborType } from "./cborAnswer.ts";

interface ObjectNegotiation {
  /** Whether the endpoint may stream. */
  readonly collection?: boolean;
  /** False when the answer has no Table form. */
  readonly tables?: boolean;
  readonly resource?: Resource;
}

/** Negotiates the representation of objects for a request. @throws ApiError 406 */
export function negotiateObject(
  services: Services,
  context: RequestContext,
  { collection = false, tables = true, resource }: ObjectNegotiation = {},
): Negotiated {
  const options = {
    transforms: true,
    tables,
    streaming: collection,
    jsonOnly: resource?.custom !== undefined,
    routed: resource?.custom === undefined,
    cbor: servesCbor(services.features),
    userAgent: header(context, "user-agent"),
  };
  return negotiate(header(context, "accept"), context.query, services.vocabulary, options);
}

/** The content of an answer: an object, its type on the wire, and its Table form. */
export interface Shown {
  readonly value: ApiObject;
  readonly node: StructNode | undefined;
  readonly columns: TableSource["columns"];
  readonly rowConditions?: TableSource["rowConditions"];
  /** The type as messages name it, such as `core.ConfigMap`. */
  readonly typeName: string;
}

/** One object of a resource in the representation that the client asked for. */
export function objectAnswer(
  services: Services,
  context: RequestContext,
  resource: Resource,
  negotiated: Negotiated,
  object: ApiObject,
  status = 200,
): FullAnswer | Promise<FullAnswer> {
  const { columns, rowConditions } = resource.definition;
  const node = negotiated.wire === "cbor" ? cborType(resource) : resource.node;
  const shown = { value: object, node, columns, rowConditions, typeName: goType(resource) };
  return shownAnswer(services, context, negotiated, shown, status);
}

/** Whether the answer of an endpoint has a Table form: views would need their own columns. */
export const hasTable = ({ subresource }: Target): boolean =>
  subresource?.view === undefined || subresource.view.columns !== undefined;

/** A view of a resource (its scale) in the representation that the client asked for. */
export function viewAnswer(
  services: Services,
  context: RequestContext,
  target: Target,
  negotiated: Negotiated,
  value: ApiObject,
): FullAnswer | Promise<FullAnswer> {
  const { columns = [] } = target.subresource?.view ?? {};
  const { node, ...kind } = bodyOf(services, target);
  return shownAnswer(services, context, negotiated, { value, node, columns, typeName: goType(kind) });
}

/** @throws ApiError 406 when the list form is requested for a single object */
export function shownAnswer(
  services: Services,
  context: RequestContext,
  negotiated: Negotiated,
  shown: Shown,
  status = 200,
): FullAnswer | Promise<FullAnswer> {
  const { as } = negotiated;
  if (as?.kind === "PartialObjectMetadataList") {
    throw wrongShape(
      `you requested PartialObjectMetadataList, but the requested object is not a list (*${shown.typeName})`,
    );
  }
  if (as === undefined) return valueAnswer(negotiated, shown.value, status, shown.node);
  const { vocabulary, schema } = services;
  if (as.kind === "PartialObjectMetadata") {
    const node = schema.definition("apimachinery.pkg.apis.meta.v1.PartialObjectMetadata");
    return valueAnswer(negotiated, toPartialMetadata(shown.value, vocabulary, as.version), status, node);
  }
  const { resourceVersion } = shown.value.metadata;
  const table = toTable(
    shown,
    [shown.value],
    resourceVersion === undefined || resourceVersion === "" ? {} : { resourceVersion },
    {
      vocabulary,
      version: as.version,
      includeObject: parseIncludeObject(context.query.get("includeObject")),
      now: services.now(),
    },
  );
  return valueAnswer(negotiated, table, status, schema.definition("apimachinery.pkg.apis.meta.v1.Table"));
}

/** A value in its plain form, whatever form was requested (a Status). */
export function valueAnswer(
  negotiated: Negotiated,
  value: Record<string, unknown>,
  status = 200,
  node?: StructNode,
): FullAnswer | Promise<FullAnswer> {
  const answer = (body: FullAnswer["body"]): FullAnswer => ({
    status,
    headers: { "content-type": negotiated.contentType },
    body,
  });
  const body = inTurns(encodeInSteps(value, negotiated.wire, negotiated.pretty, node));
  return body instanceof Promise ? body.then(answer) : answer(body);
}

/** 406: the requested representation exists only for lists, or only for single objects. */
export const wrongShape = (message: string): ApiError => new ApiError(406, "NotAcceptable", message);
