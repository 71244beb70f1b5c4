import type { GroupVersionKind } from "../../../../shared/object.ts";
import type { SubresourceDefinition } from "../../../api/registry/definition.ts";
import { connectOperations } from "./connectOperations.ts";
import type { Operation } from "./operation.ts";
import { answers, META_TYPES, type OperationContext, objectBody } from "./operationContext.ts";
import { capitalize } from "./operationNames.ts";
import { parameterSets } from "./parameters.ts";
import { article } from "./resourceOperations.ts";
import { objectDefinition } from "./resourceTypes.ts";

/** All operations on one sub-resource. */
export function subresourceOperations(context: OperationContext, sub: SubresourceDefinition): Operation[] {
  const { resource, vocabulary } = context;
  const kind: GroupVersionKind =
    sub.kind === undefined
      ? context.kind
      : { group: vocabulary.render(sub.kind.group), version: sub.kind.version, kind: sub.kind.kind };
  const shared = {
    path: `${context.root}${context.collection}/{name}/${sub.name}`,
    tag: context.tag,
    kind,
    consumes: context.consumes,
    produces: context.media,
  };
  if (sub.connect !== undefined) return connectOperations(context, sub, shared);

  const definition = sub.definition ?? objectDefinition(resource);
  const suffix = `${context.prefix}${context.scope}${context.kind.kind}${capitalize(sub.name)}`;
  const of = `${sub.name} of the specified ${context.kind.kind}`;
  const found: Operation[] = [];
  if (sub.verbs.includes("get")) {
    found.push({
      ...shared,
      method: "get",
      id: `read${suffix}`,
      description: `read ${of}`,
      parameters: [...context.itemParameters, ...parameterSets.read],
      responses: answers(definition, 200),
      action: "get",
    });
  }
  if (sub.verbs.includes("update")) {
    found.push({
      ...shared,
      method: "put",
      id: `replace${suffix}`,
      description: `replace ${of}`,
      parameters: [...context.itemParameters, ...parameterSets.update],
      body: objectBody(definition),
      responses: answers(definition, 200, 201),
      action: "put",
    });
  }
  if (sub.verbs.includes("patch")) {
    found.push({
      ...shared,
      method: "patch",
      id: `patch${suffix}`,
      description: `partially update ${of}`,
      parameters: [...context.itemParameters, ...parameterSets.patch],
      body: objectBody(META_TYPES.patch),
      consumes: context.patchMedia,
      responses: answers(definition, 200, 201),
      action: "patch",
    });
  }
  if (sub.verbs.includes("create")) {
    found.push({
      ...shared,
      method: "post",
      id: `create${suffix}`,
      description: `create ${sub.name} of ${article(context.kind.kind)} ${context.kind.kind}`,
      parameters: [...context.itemParameters, ...parameterSets.create],
      body: objectBody(definition),
      responses: answers(definition, 200, 201, 202),
      action: "post",
    });
  }
  return found;
}
