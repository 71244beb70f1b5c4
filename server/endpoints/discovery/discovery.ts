import { methodNotServed, pathNotFound } from "../../../shared/status.ts";
import { parseAccept } from "../../encoding/mediaType.ts";
import { negotiate } from "../../encoding/negotiate.ts";
import { encodeValue } from "../../encoding/objectEncoder.ts";
import { type Answer, type FullAnswer, header, type RequestContext } from "../../http/context.ts";
import { notFoundPage } from "../plainText.ts";
import type { Services } from "../services.ts";
import { aggregatedDiscovery } from "./aggregated.ts";
import { apiGroup, apiGroupList, apiVersions } from "./groupList.ts";
import { apiResourceList } from "./resourceList.ts";

/** Encoded documents of one catalogue, by path and media type. */
const documents = new WeakMap<object, { generation: number; byKey: Map<string, FullAnswer> }>();

/**
 * Everything below `/api` and `/apis` that is no resource: the lists of groups, versions and resources. Made once per state of
 * the catalogue.
 */
export function discovery(services: Services, context: RequestContext): Answer {
  const segments = context.path.split("/").filter((segment) => segment !== "");
  const version = segments.length === 1 ? aggregatedVersion(services, context) : undefined;
  if (context.method !== "GET") throw methodNotServed();
  const { catalog, vocabulary } = services;
  if (version !== undefined) {
    const name = vocabulary.render("apidiscovery.{domain}");
    return cached(services, `${context.path}/${version}`, () => ({
      status: 200,
      headers: {
        "content-type": `application/json;g=${name};v=${version};as=APIGroupDiscoveryList`,
        vary: "Accept",
      },
      body: JSON.stringify(aggregatedDiscovery(catalog, vocabulary, segments[0] === "api", version)),
    }));
  }
  const negotiated = negotiate(header(context, "accept"), context.query, vocabulary, {
    ...(segments.length > 1 ? { ignoreTransforms: true } : {}),
  });
  return cached(services, `${context.path}/${negotiated.wire}/${negotiated.pretty}`, () => {
    const value = documentAt(services, context, segments);
    if (value === undefined) return notFoundPage();
    return {
      status: 200,
      headers: { "content-type": negotiated.contentType, ...(segments.length === 1 ? { vary: "Accept" } : {}) },
      body: encodeValue(value, negotiated.wire, negotiated.pretty, services.schema.definition(definitionOf(value))),
    };
  });
}

const definitionOf = (value: Record<string, unknown>): string =>
  `apimachinery.pkg.apis.meta.v1.${String(value["kind"])}`;

function documentAt(
  services: Services,
  context: RequestContext,
  segments: readonly string[],
): Record<string, unknown> | undefined {
  const { catalog, vocabulary } = services;
  const [prefix, group = "", version = ""] = segments;
  if (prefix === "api") {
    if (segments.length === 1) return apiVersions(header(context, "host"));
    if (!catalog.hasGroupVersion("", group)) throw pathNotFound();
    return apiResourceList(catalog, vocabulary, "", group);
  }
  if (segments.length === 1) return apiGroupList(catalog);
  const document = apiGroup(catalog, group);
  if (document === undefined) return undefined;
  if (segments.length === 2) return document;
  if (!catalog.hasGroupVersion(group, version)) throw pathNotFound();
  return apiResourceList(catalog, vocabulary, group, version);
}

/** The aggregated form when the client lists it, wherever it stands. */
function aggregatedVersion(services: Services, context: RequestContext): "v2" | "v2beta1" | undefined {
  const name = services.vocabulary.render("apidiscovery.{domain}");
  for (const { type, parameters } of parseAccept(header(context, "accept"))) {
    const { as, g, v } = parameters;
    if (type !== "application/json" || as !== "APIGroupDiscoveryList" || g !== name) continue;
    if (v === "v2" || v === "v2beta1") return v;
  }
  return undefined;
}

function cached(services: Services, key: string, make: () => FullAnswer): FullAnswer {
  const { catalog } = services;
  let entry = documents.get(catalog);
  if (entry === undefined || entry.generation !== catalog.generation) {
    entry = { generation: catalog.generation, byKey: new Map() };
    documents.set(catalog, entry);
  }
  let answer = entry.byKey.get(key);
  if (answer === undefined) {
    answer = make();
    // Only documents that exist are kept: otherwise anyone could fill the memory with made-up paths.
    if (answer.status === 200) entry.byKey.set(key, answer);
  }
  return answer;
}
