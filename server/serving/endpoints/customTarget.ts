import type { RequestInfo } from "../../../shared/requestInfo.ts";
import { ApiError, methodNotAllowed, notFound } from "../../../shared/status.ts";
import type { Verb } from "../../api/registry/definition.ts";
import type { Resource } from "../../api/registry/resource.ts";
import type { Target } from "./target.ts";

const VERBS: ReadonlySet<string> = new Set<Verb>([
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "update",
  "watch",
]);
/** Verbs that are allowed across all namespaces. */
const ACROSS_NAMESPACES: ReadonlySet<string> = new Set<Verb>(["list", "watch"]);

/**
 * Resolves a path of a custom resource. Custom resources are routed by the meaning of a request (its RequestInfo), not
 * by the form of its path: unlike built-in ones they support HEAD, and a verb that does not apply is reported as such.
 * @returns undefined when nothing of this scope is served at the path
 * @throws ApiError 404, 405
 */
export function resolveCustomTarget(resource: Resource, info: RequestInfo): Target | undefined {
  const [, pathName = "", subName = ""] = info.parts;
  const { verb, namespace } = info;
  if (!resource.namespaced && namespace !== "") return undefined;
  if (resource.namespaced && namespace === "" && !ACROSS_NAMESPACES.has(verb)) return undefined;
  const subresource = subName === "" ? undefined : resource.subresources.get(subName);
  if (subName !== "" && subresource === undefined) throw notFound(resource, pathName);
  const verbs: ReadonlySet<string> = subresource === undefined ? VERBS : new Set(subresource.verbs);
  if (!verbs.has(verb)) throw methodNotAllowed(resource, verb);
  if (verb === "create" && resource.custom?.terminating === true) throw terminating(resource);
  // A created object is named by its body alone.
  const name = verb === "create" && subresource === undefined ? "" : pathName;
  return { resource, subresource, namespace, name };
}

/** 405: the definition of the resource is being deleted, together with all its objects. */
function terminating(resource: Resource): ApiError {
  const { details } = methodNotAllowed(resource, "create").status;
  const message = "create not allowed while custom resource definition is terminating";
  return new ApiError(405, "MethodNotAllowed", message, details);
}
