import { type ApiObject, parseApiVersion } from "../../../../shared/object.ts";
import { type LabelSelector, matchesLabels } from "../../../../shared/selectors/labelSelector.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Catalog } from "../../../api/registry/catalog.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { knownInSteps } from "../../../store/cache/cachedObject.ts";
import type { ParamKind } from "./declarations.ts";
import type { BoundParams } from "./policy.ts";

/** Finds parameter objects of policies, which may be of any served kind. */
export interface ParamResources {
  /** The resource of a kind. @throws ParamsError when there is none */
  resourceOf(kind: ParamKind): Resource;
}

/** Thrown when a policy or a binding cannot be applied to a request; the failure policy determines the consequence. */
export class ParamsError extends Error {}

/** Caches the look-up of a kind until the catalogue changes. */
export function paramResources(catalog: Pick<Catalog, "ofKind" | "generation">): ParamResources {
  let generation = -1;
  const known = new Map<string, Resource | undefined>();
  return {
    resourceOf({ apiVersion = "", kind = "" }) {
      if (generation !== catalog.generation) known.clear();
      generation = catalog.generation;
      const { group, version } = parseApiVersion(apiVersion);
      const id = `${group}/${version}, Kind=${kind}`;
      if (!known.has(id)) known.set(id, catalog.ofKind({ group, version, kind }));
      const resource = known.get(id);
      if (resource === undefined) throw new ParamsError(`failed to find resource referenced by paramKind: '${id}'`);
      return resource;
    },
  };
}

/**
 * The parameter objects of a binding for a request, in the version of the policy's parameter kind.
 * @param namespace of the request; empty for cluster scope
 * @throws ParamsError, ApiError 500 for objects that cannot be converted
 */
export async function boundParams(resource: Resource, reference: BoundParams, namespace: string): Promise<ApiObject[]> {
  const { name = "", selector, parameterNotFoundAction } = reference;
  const where = namespaceOf(resource, reference, namespace);
  const found = await inTurns(name === "" ? select(resource, where, selector ?? []) : one(resource, where, name));
  if (found.length === 0 && parameterNotFoundAction === "Deny") {
    throw new ParamsError("no params found for policy binding with `Deny` parameterNotFoundAction");
  }
  await resource.prepare?.(found);
  return found.map((object) => shown(resource, object));
}

function namespaceOf({ namespaced }: Resource, reference: BoundParams, requested: string): string {
  const given = reference.namespace ?? "";
  if (!namespaced) {
    if (given === "") return "";
    throw new ParamsError("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
  }
  const namespace = given || requested;
  if (namespace !== "") return namespace;
  throw new ParamsError("cannot use namespaced paramRef in policy binding that matches cluster-scoped resources");
}

function* one({ cache, key }: Resource, namespace: string, name: string): Steps<ApiObject[]> {
  const cached = cache.get(key(namespace, name));
  const object = cached && (yield* knownInSteps(cached));
  return object === undefined ? [] : [object];
}

function* select({ cache, key }: Resource, namespace: string, selector: LabelSelector): Steps<ApiObject[]> {
  const found: ApiObject[] = [];
  // Objects that change during the iteration are seen as they were at its start.
  for (const cached of cache.snapshot(namespace === "" ? cache.prefix : key(namespace, ""))) {
    if (isTurnDue()) yield;
    const { unparsedNames } = cached;
    if (unparsedNames !== undefined && !matchesLabels(selector, unparsedNames.labels)) continue;
    const object = yield* knownInSteps(cached);
    if (object !== undefined && matchesLabels(selector, object.metadata.labels)) found.push(object);
  }
  return found;
}

/** Adds the type, which stored objects of built-in types may lack. */
const shown = (resource: Resource, object: ApiObject): ApiObject => ({
  ...resource.fromStorage(object),
  apiVersion: resource.apiVersion,
  kind: resource.kind,
});
