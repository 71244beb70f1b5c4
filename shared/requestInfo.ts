import { parseFieldSelector } from "./selectors/fieldSelector.ts";
import { parseLabelSelector } from "./selectors/labelSelector.ts";

/** The meaning of a request's path and method. Parsed once per request and used everywhere after. */
export interface RequestInfo {
  readonly isResourceRequest: boolean;
  /**
   * API verb for resource requests (get, list, watch, create, update, patch, delete, deletecollection), else the HTTP
   * method.
   */
  readonly verb: string;
  /** `api`, `apis`, or empty. */
  readonly apiPrefix: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** The selectors of a collection request as sent, not validated; empty when absent. */
  readonly fieldSelector: string;
  readonly labelSelector: string;
  /** The decoded path without query. */
  readonly path: string;
  /** Path segments from the resource on; longer than resource/name/subresource only for proxied paths. */
  readonly parts: readonly string[];
}

const METHOD_VERBS: Readonly<Record<string, string>> = {
  POST: "create",
  GET: "get",
  HEAD: "get",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

const COLLECTION_VERBS: ReadonlySet<string> = new Set(["list", "watch", "deletecollection"]);

/** Subresources of namespaces; any other third segment under a namespace is a resource inside it. */
const NAMESPACE_SUBRESOURCES = new Set(["status", "finalize"]);

/**
 * Parses a request line by the API's path conventions: `/api/{version}/…`, `/apis/{group}/{version}/…`, followed by
 * `[namespaces/{namespace}/]{resource}[/{name}[/{subresource}…]]`.
 *
 * @param path the decoded path
 * @param namedWatch whether the `watch` parameter is honoured for a single object, as the API specification says
 * @example parseRequestInfo("GET", "/apis/apps/v1/namespaces/dev/deployments/web/scale", new URLSearchParams())
 */
export function parseRequestInfo(method: string, path: string, query: URLSearchParams, namedWatch = true): RequestInfo {
  const segments = path.split("/").filter((segment) => segment !== "");
  const apiPrefix = segments[0];
  const grouped = apiPrefix === "apis";
  // A resource request has at least a prefix, a version (and a group), and a resource.
  if ((apiPrefix !== "api" && !grouped) || segments.length < (grouped ? 4 : 3)) return plainInfo(method, path);
  const group = grouped ? (segments[1] ?? "") : "";
  const version = segments[grouped ? 2 : 1] ?? "";
  let rest = segments.slice(grouped ? 3 : 2);
  let verb = METHOD_VERBS[method] ?? "";
  // The deprecated form /api/v1/watch/… requests a watch by its path.
  const verbInPath = rest[0] === "watch" && rest.length > 1;
  if (verbInPath) {
    verb = "watch";
    rest = rest.slice(1);
  }
  let namespace = "";
  if (rest[0] === "namespaces" && rest.length > 1) {
    namespace = rest[1] ?? "";
    const third = rest[2];
    if (third !== undefined && !NAMESPACE_SUBRESOURCES.has(third)) rest = rest.slice(2);
  }
  const resource = rest[0] ?? "";
  let name = rest[1] ?? "";
  const subresource = rest[2] ?? "";
  if (name === "" && verb === "get") {
    verb = isTrue(query.get("watch")) ? "watch" : "list";
    name = nameFromSelectors(query);
  } else if (namedWatch && method === "GET" && verb === "get" && subresource === "" && isTrue(query.get("watch"))) {
    verb = "watch";
  }
  if (name === "" && verb === "delete") verb = "deletecollection";
  // Selectors apply to collection requests, but not to watches that are requested by their path.
  const selects = !verbInPath && COLLECTION_VERBS.has(verb);
  return {
    isResourceRequest: true,
    verb,
    apiPrefix,
    group,
    version,
    namespace,
    resource,
    subresource,
    name,
    fieldSelector: (selects ? query.get("fieldSelector") : null) ?? "",
    labelSelector: (selects ? query.get("labelSelector") : null) ?? "",
    path,
    parts: rest,
  };
}

/** A request that is not about a resource. */
const plainInfo = (method: string, path: string): RequestInfo => ({
  isResourceRequest: false,
  verb: method.toLowerCase(),
  apiPrefix: "",
  group: "",
  version: "",
  namespace: "",
  resource: "",
  subresource: "",
  name: "",
  fieldSelector: "",
  labelSelector: "",
  path,
  parts: [],
});

/** How the API parses a boolean query parameter: absent, `false` and `0` are false; present but empty is true. */
export function isTrue(value: string | null): boolean {
  return value !== null && value !== "0" && value.toLowerCase() !== "false";
}

/** A list limited to one name by a field selector is authorized for that name, if its options can be parsed. */
function nameFromSelectors(query: URLSearchParams): string {
  const fields = query.get("fieldSelector") ?? "";
  if (!fields.includes("metadata.name")) return "";
  if (["limit", "timeoutSeconds"].some((name) => !/^[+-]?\d+$/.test(query.get(name) ?? "0"))) return "";
  try {
    parseLabelSelector(query.get("labelSelector") ?? "");
    const name = parseFieldSelector(fields).find(({ field, negated }) => field === "metadata.name" && !negated)?.value;
    return name === undefined || name === "." || name === ".." || /[/%]/.test(name) ? "" : name;
  } catch {
    return "";
  }
}
