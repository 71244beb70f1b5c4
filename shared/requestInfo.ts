/** What a request path and method mean. Parsed once per request; everything after reads it. */
export interface RequestInfo {
  readonly isResourceRequest: boolean;
  /** API verb for resource requests (get, list, watch, create, update, patch, delete, deletecollection), else the method. */
  readonly verb: string;
  /** `api`, `apis`, or empty. */
  readonly apiPrefix: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
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

/** Sub-resources of namespaces; any other third segment under a namespace is a resource inside it. */
const NAMESPACE_SUBRESOURCES = new Set(["status", "finalize"]);

/**
 * Parses a request line by the API's path conventions:
 * `/api/{version}/…`, `/apis/{group}/{version}/…`, with `[namespaces/{namespace}/]{resource}[/{name}[/{subresource}…]]` after.
 *
 * @param path the decoded path
 * @example parseRequestInfo("GET", "/apis/apps/v1/namespaces/dev/deployments/web/scale", new URLSearchParams())
 */
export function parseRequestInfo(method: string, path: string, query: URLSearchParams): RequestInfo {
  const segments = path.split("/").filter((segment) => segment !== "");
  const plain: RequestInfo = {
    isResourceRequest: false,
    verb: method.toLowerCase(),
    apiPrefix: "",
    group: "",
    version: "",
    namespace: "",
    resource: "",
    subresource: "",
    name: "",
    path,
    parts: [],
  };
  const apiPrefix = segments[0];
  const grouped = apiPrefix === "apis";
  // A resource request has at least a prefix, a version (and a group), and a resource.
  if ((apiPrefix !== "api" && !grouped) || segments.length < (grouped ? 4 : 3)) return plain;
  const group = grouped ? (segments[1] ?? "") : "";
  const version = segments[grouped ? 2 : 1] ?? "";
  let rest = segments.slice(grouped ? 3 : 2);
  let verb = METHOD_VERBS[method] ?? "";
  // The deprecated form /api/v1/watch/… asks for a watch by its path.
  if (rest[0] === "watch" && rest.length > 1) {
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
    const watch = query.get("watch");
    verb = watch !== null && isTrue(watch) ? "watch" : "list";
  }
  if (name === "" && verb === "delete") verb = "deletecollection";
  if (name === "" && (verb === "list" || verb === "watch" || verb === "deletecollection")) {
    name = nameFromFieldSelector(query.get("fieldSelector"));
  }
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
    path,
    parts: rest,
  };
}

/** How the API reads a boolean query parameter: absent and `false`, `0` are false; present and empty is true. */
export function isTrue(value: string | null): boolean {
  return value !== null && value !== "0" && value.toLowerCase() !== "false";
}

/** A list limited to one name by field selector is authorized for that name. */
function nameFromFieldSelector(selector: string | null): string {
  if (selector === null) return "";
  for (const term of selector.split(",")) {
    const match = /^metadata\.name==?([^!=]+)$/.exec(term);
    if (match?.[1] !== undefined) return match[1];
  }
  return "";
}
