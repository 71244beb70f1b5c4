import { type ApiError, methodNotAllowed, methodNotServed, pathNotFound } from "../../../shared/status.ts";
import type { SubresourceDefinition, Verb } from "../../api/registry/definition.ts";
import type { Resource } from "../../api/registry/resource.ts";
import type { Services } from "../../api/registry/services.ts";
import type { RequestContext } from "../../ground/request/context.ts";
import type { Expected } from "./body/decodeValue.ts";

/** What a resource request refers to. */
export interface Target {
  readonly resource: Resource;
  readonly subresource: SubresourceDefinition | undefined;
  /** Empty for cluster scope, and when all namespaces are meant. */
  readonly namespace: string;
  /** Empty for collections. */
  readonly name: string;
}

const PROXIED_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Resolves the path of a request for a built-in resource.
 * @throws ApiError 404 when nothing is served there, 405 when the verb is not supported
 */
export function resolveTarget(services: Services, context: RequestContext): Target {
  const { info } = context;
  const resource = services.catalog.find(info.group, info.version, info.resource);
  if (resource === undefined) throw pathNotFound();
  const [, pathName = "", subName = ""] = info.parts;
  const namespace = resource.namespaced ? info.namespace : "";
  // A cluster-scoped resource has no paths in a namespace, and a namespaced object has none outside of one.
  if (!resource.namespaced && info.namespace !== "" && info.resource !== "namespaces") throw pathNotFound();
  if (resource.namespaced && namespace === "" && pathName !== "") throw pathNotFound();
  const subresource = subName === "" ? undefined : resource.subresources.get(subName);
  if (subName !== "" && subresource === undefined) {
    throw pathNotFound();
  }
  // A proxy accepts any method and any path after it.
  const proxied = subresource?.connect !== undefined && subName === "proxy";
  if (info.parts.length > 3 && !proxied) throw pathNotFound();
  if (proxied && PROXIED_METHODS.has(context.method)) return { resource, subresource, namespace, name: pathName };
  if (subresource === undefined && !hasRoute(resource, pathName, namespace)) throw pathNotFound();
  if (context.method === "HEAD") throw methodNotServed();
  const verbs: ReadonlySet<Verb> = subresource === undefined ? resource.verbs : new Set(subresource.verbs);
  const verb = info.verb as Verb;
  const served = verbs.has(verb) && placeFits(verb, pathName, subName, resource.namespaced ? namespace : undefined);
  if (!served && verb === "watch") throw unwatchable(resource, info);
  if (!served) throw methodNotServed();
  return { resource, subresource, namespace, name: pathName };
}

const NAMED_VERBS: readonly Verb[] = ["get", "update", "patch", "delete"];
const COLLECTION_VERBS: readonly Verb[] = ["create", "list", "deletecollection"];
const ACROSS_VERBS: readonly Verb[] = ["list"];

/**
 * Whether any method is served at a path: for example, a resource that can only be created has no paths for single
 * objects.
 */
function hasRoute(resource: Resource, name: string, namespace: string): boolean {
  const across = resource.namespaced && namespace === "";
  const verbs = name !== "" ? NAMED_VERBS : across ? ACROSS_VERBS : COLLECTION_VERBS;
  return verbs.some((verb) => resource.verbs.has(verb));
}

/**
 * The error for an unsupported watch: the deprecated watch paths exist only for watchable resources, but the `watch`
 * parameter can be given with any list.
 */
function unwatchable(resource: Resource, { path }: RequestContext["info"]): ApiError {
  if (/^\/(?:api|apis\/[^/]+)\/[^/]+\/watch\//.test(path)) return pathNotFound();
  return resource.verbs.has("list") ? methodNotAllowed(resource, "watch") : methodNotServed();
}

/**
 * Whether a verb is possible at a path. POST goes to a collection or a sub-resource; PUT, PATCH and single DELETE to a
 * name; a namespaced collection can be written only inside a namespace.
 * @param namespace undefined for cluster-scoped resources
 */
function placeFits(verb: Verb, name: string, subresource: string, namespace: string | undefined): boolean {
  if (verb === "create") return subresource === "" ? name === "" && namespace !== "" : name !== "";
  if (verb === "deletecollection") return namespace !== "";
  if (verb === "update" || verb === "patch" || verb === "delete") return name !== "";
  return true;
}

/** The expected type of a body at a target. */
export function bodyOf(services: Services, target: Target): Expected {
  const { resource, subresource } = target;
  const kind = subresource?.view === undefined ? undefined : subresource.kind;
  if (kind === undefined) return resource;
  return {
    group: services.vocabulary.render(kind.group),
    version: kind.version,
    kind: kind.kind,
    node: services.schema.definition(subresource?.definition ?? ""),
    isOn: resource.isOn,
  };
}
