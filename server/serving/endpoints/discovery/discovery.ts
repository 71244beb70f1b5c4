import { methodNotServed, pathNotFound } from "../../../../shared/status.ts";
import type { Services } from "../../../api/registry/services.ts";
import { type Answer, type FullAnswer, header, type RequestContext } from "../../../ground/request/context.ts";
import { notFoundPage } from "../../../ground/request/plainText.ts";
import { servesCbor } from "../../../model/encoding/cbor/cborGate.ts";
import { negotiate } from "../../../model/encoding/negotiate.ts";
import { encodeValue } from "../../../model/encoding/objectEncoder.ts";
import type { Aggregation } from "../../aggregation/aggregation.ts";
import { aggregatedAnswer, aggregatedForm } from "./aggregatedAnswer.ts";
import { apiGroup, apiGroupList, apiVersions } from "./groupList.ts";
import { keptAnswer } from "./keptAnswer.ts";
import { apiResourceList } from "./resourceList.ts";

/**
 * Everything below `/api` and `/apis` that is not a resource: the lists of groups, versions and resources. Built once
 * per state of the catalogue.
 */
export function discovery(services: Services, aggregation: Aggregation, context: RequestContext): Answer {
  const segments = context.path.split("/").filter((segment) => segment !== "");
  const root = segments.length === 1;
  const routed = hasRoute(services, segments);
  if (!routed && !root && aggregation.groups.find(segments[1] ?? "") === undefined) return notFoundPage();
  if (routed && context.method !== "GET") {
    // For an unknown version this throws 404, whatever the method.
    documentAt(services, aggregation, context, segments);
    throw methodNotServed();
  }
  // With a trailing slash, only the plain form of the list of groups is available.
  const aggregates = root && context.path !== "/apis/";
  const form = aggregates ? aggregatedForm(services.vocabulary, header(context, "accept")) : undefined;
  if (form !== undefined) return aggregatedAnswer(services, aggregation, context, form);
  const negotiated = negotiate(header(context, "accept"), context.query, services.vocabulary, {
    routed,
    cbor: servesCbor(services.features) && listsResources(segments),
    userAgent: header(context, "user-agent"),
  });
  const make = (): FullAnswer => {
    const value = documentAt(services, aggregation, context, segments);
    if (value === undefined) return notFoundPage();
    return {
      status: 200,
      headers: { "content-type": negotiated.contentType, ...(root ? { vary: "Accept" } : {}) },
      body: encodeValue(value, negotiated.wire, negotiated.pretty, services.schema.definition(definitionOf(value))),
    };
  };
  // The list of the core group's versions contains the address that the client used, so it is built for each request.
  if (root && segments[0] === "api") return make();
  return keptAnswer(aggregation.groups, `${context.path}/${negotiated.wire}/${negotiated.pretty}`, make);
}

/**
 * Whether a document has its own route, which answers only GET and checks the Accept header first. The lists of groups,
 * and all documents of custom groups, are answered for any method.
 */
function hasRoute({ catalog }: Services, [prefix, group = "", version]: readonly string[]): boolean {
  return prefix === "api" || (version !== undefined && catalog.hasBuiltInGroup(group));
}

/**
 * Whether a document lists resources. Such lists are available in every encoding of resources, including CBOR; the
 * lists of groups are not.
 */
const listsResources = ([prefix, ...rest]: readonly string[]): boolean => rest.length === (prefix === "api" ? 1 : 2);

const definitionOf = (value: Record<string, unknown>): string =>
  `apimachinery.pkg.apis.meta.v1.${String(value["kind"])}`;

function documentAt(
  services: Services,
  { groups }: Aggregation,
  context: RequestContext,
  segments: readonly string[],
): Record<string, unknown> | undefined {
  const { catalog } = services;
  const [prefix, group = "", version = ""] = segments;
  if (prefix === "api") {
    if (!catalog.hasBuiltInGroup("")) return undefined;
    if (segments.length === 1) return apiVersions(header(context, "host"));
    if (!catalog.hasGroupVersion("", group)) throw pathNotFound();
    return apiResourceList(services, "", group);
  }
  if (segments.length === 1) return apiGroupList(groups.listed);
  const found = groups.find(group);
  if (found === undefined) return undefined;
  if (segments.length === 2) return apiGroup(found);
  if (!catalog.hasGroupVersion(group, version)) {
    // This handler knows the versions of built-in groups only.
    if (!catalog.hasBuiltInGroup(group)) return undefined;
    throw pathNotFound();
  }
  return apiResourceList(services, group, version);
}
