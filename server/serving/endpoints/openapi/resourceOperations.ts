import type { Operation } from "./operation.ts";
import { answers, META_TYPES, type OperationContext, objectBody } from "./operationContext.ts";
import { parameterSets } from "./parameters.ts";
import { isCustom, listDefinition, objectDefinition } from "./resourceTypes.ts";
import { watchOperations } from "./watchOperations.ts";

/** All operations on the objects of a resource, without those of its sub-resources. */
export function resourceOperations(context: OperationContext): Operation[] {
  const { resource } = context;
  return [
    ...collectionOperations(context),
    ...itemOperations(context),
    // The paths below /watch/ are older than the watch parameter; custom resources never had them.
    ...(resource.verbs.has("watch") && !isCustom(resource) ? watchOperations(context) : []),
  ];
}

function collectionOperations(context: OperationContext): Operation[] {
  const { resource, prefix, scope, kind } = context;
  const definition = objectDefinition(resource);
  const shared = {
    path: context.root + context.collection,
    tag: context.tag,
    kind,
    consumes: context.consumes,
    produces: context.media,
  };
  const list = {
    ...shared,
    method: "get",
    description: `list ${isCustom(resource) ? "" : "or watch "}objects of kind ${kind.kind}`,
    responses: answers(resource.verbs.has("list") ? listDefinition(resource) : definition, 200),
    produces: resource.verbs.has("watch") ? context.watchMedia : context.media,
    action: "list",
  } as const;
  const found: Operation[] = [];
  if (resource.verbs.has("list")) {
    found.push({
      ...list,
      id: `list${prefix}${scope}${kind.kind}`,
      parameters: [...context.collectionParameters, ...parameterSets.list],
    });
    if (resource.namespaced) {
      found.push({
        ...list,
        path: `${context.root}/${resource.resource}`,
        id: `list${prefix}${kind.kind}ForAllNamespaces`,
        parameters: parameterSets.list,
      });
    }
  }
  if (resource.verbs.has("create")) {
    found.push({
      ...shared,
      method: "post",
      id: `create${prefix}${scope}${kind.kind}`,
      description: `create ${article(kind.kind)} ${kind.kind}`,
      parameters: [...context.collectionParameters, ...parameterSets.create],
      body: objectBody(definition),
      responses: answers(definition, 200, 201, 202),
      action: "post",
    });
  }
  if (resource.verbs.has("deletecollection")) {
    found.push({
      ...shared,
      method: "delete",
      id: `delete${prefix}Collection${scope}${kind.kind}`,
      description: `delete collection of ${kind.kind}`,
      parameters: [...context.collectionParameters, ...parameterSets.deleteCollection],
      body: { ...objectBody(META_TYPES.deleteOptions), required: false },
      responses: answers(META_TYPES.status, 200),
      action: "deletecollection",
    });
  }
  return found;
}

function itemOperations(context: OperationContext): Operation[] {
  const { resource, prefix, scope, kind } = context;
  const definition = objectDefinition(resource);
  const suffix = `${prefix}${scope}${kind.kind}`;
  const shared = {
    path: `${context.root}${context.collection}/{name}`,
    tag: context.tag,
    kind,
    consumes: context.consumes,
    produces: context.media,
  };
  const found: Operation[] = [];
  if (resource.verbs.has("get")) {
    found.push({
      ...shared,
      method: "get",
      id: `read${suffix}`,
      description: `read the specified ${kind.kind}`,
      parameters: [...context.itemParameters, ...parameterSets.read],
      responses: answers(definition, 200),
      action: "get",
    });
  }
  if (resource.verbs.has("update")) {
    found.push({
      ...shared,
      method: "put",
      id: `replace${suffix}`,
      description: `replace the specified ${kind.kind}`,
      parameters: [...context.itemParameters, ...parameterSets.update],
      body: objectBody(definition),
      responses: answers(definition, 200, 201),
      action: "put",
    });
  }
  if (resource.verbs.has("patch")) {
    found.push({
      ...shared,
      method: "patch",
      id: `patch${suffix}`,
      description: `partially update the specified ${kind.kind}`,
      parameters: [...context.itemParameters, ...parameterSets.patch],
      body: objectBody(META_TYPES.patch),
      consumes: context.patchMedia,
      responses: answers(definition, 200, 201),
      action: "patch",
    });
  }
  if (resource.verbs.has("delete")) {
    const returned = resource.definition.strategy.returnsDeletedObject === true ? definition : META_TYPES.status;
    found.push({
      ...shared,
      method: "delete",
      id: `delete${suffix}`,
      description: `delete ${article(kind.kind)} ${kind.kind}`,
      parameters: [...context.itemParameters, ...parameterSets.delete],
      body: { ...objectBody(META_TYPES.deleteOptions), required: false },
      responses: answers(returned, 200, 202),
      action: "delete",
    });
  }
  return found;
}

/** The indefinite article as the reference chooses it: by the first letter, not by the sound. */
export const article = (noun: string): string => (/^[AEIOU]/i.test(noun) ? "an" : "a");
