import { managerFromUserAgent } from "../../../../shared/apply/fieldManager.ts";
import { insertMember } from "../../../../shared/json/insertMember.ts";
import { type ApiObject, apiVersionOf, type ObjectMeta } from "../../../../shared/object.ts";
import { ApiError, alreadyExists, badRequest, isApiError, methodNotAllowed } from "../../../../shared/status.ts";
import type { ActionContext } from "../../../api/registry/action.ts";
import { type Services, writeContext } from "../../../api/registry/services.ts";
import { createObject } from "../../../api/registry/write/createObject.ts";
import { dropDuplicateOwners } from "../../../api/registry/write/ownerReferences.ts";
import { readExisting } from "../../../api/registry/write/write.ts";
import { parseWriteOptions } from "../../../api/registry/write/writeOptions.ts";
import { type Answer, header, type RequestContext } from "../../../ground/request/context.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { trackUpdate } from "../../../model/apply/fieldManager.ts";
import { negotiateObject, objectAnswer, shownAnswer, valueAnswer } from "../answers/objectAnswer.ts";
import { decodeObject } from "../body/decodeBody.ts";
import { goType } from "../body/goType.ts";
import type { Target } from "../target.ts";
import { admitAction } from "./admitAction.ts";
import { track } from "./tracking.ts";

/** POST: creates an object, or runs the action behind a sub-resource or an unstored resource. */
export async function create(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  const { resource, subresource, namespace } = target;
  const negotiated = negotiateObject(services, context, { resource });
  const options = parseWriteOptions(context.query, "CreateOptions", services.vocabulary);
  const actionKey = subresource === undefined ? resource.definition.action : subresource.action;
  if (actionKey !== undefined) return runAction(services, context, target, actionKey);
  if (subresource !== undefined || target.name !== "") throw methodNotAllowed(resource, "create");
  const write = writeContext(services, context, namespace, options.dryRun);
  const object = await decodeObject(services, context, resource, options.fieldValidation);
  setNamespace(object, target);
  await inTurns(dropDuplicateOwners(object, write.warn, "sent"));
  dropSystemFields(object.metadata);
  const name = object.metadata.name ?? "";
  const manager = options.fieldManager || managerFromUserAgent(header(context, "user-agent"));
  const tracked = await track(services, target, undefined, object, manager, context);
  try {
    const result = await createObject(
      services,
      {
        resource,
        subresource: "",
        context: write,
        name,
        options: options.sent,
        strategy: resource.definition.strategy,
      },
      tracked,
    );
    if (!write.dryRun) context.trace?.stored(resource, result.object);
    return objectAnswer(services, context, resource, negotiated, result.object, 201);
  } catch (error) {
    throw explainExisting(error, target, name);
  }
}

/** A conflict with an object that is being deleted gets another message than a name that is simply taken. */
function explainExisting(error: unknown, target: Target, name: string): unknown {
  if (!isApiError(error, "AlreadyExists")) return error;
  const { resource, namespace } = target;
  const existing = resource.cache.get(resource.key(namespace, name))?.known;
  if (existing?.metadata.deletionTimestamp === undefined) return error;
  const plain = alreadyExists(target.resource, name).status;
  return new ApiError(409, "AlreadyExists", `object is being deleted: ${plain.message ?? ""}`, plain.details);
}

/**
 * Sets the object's namespace to that of the path.
 * @throws ApiError 400 when the object has a different one
 */
export function setNamespace(object: ApiObject, target: Target): void {
  if (!target.resource.namespaced) {
    delete object.metadata.namespace;
    return;
  }
  const given = object.metadata.namespace ?? "";
  if (given !== "" && given !== target.namespace) {
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
  object.metadata = insertMember(object.metadata, ["name", "generateName"], "namespace", target.namespace);
}

/** Drops the metadata that only the server sets, so that neither admission nor field owners see what a client sent. */
function dropSystemFields(metadata: ObjectMeta): void {
  for (const name of ["uid", "deletionTimestamp", "deletionGracePeriodSeconds"] as const) delete metadata[name];
  delete (metadata as { selfLink?: string }).selfLink;
  // Decoding writes null for a time that is not known yet.
  if (metadata.creationTimestamp !== undefined) Object.assign(metadata, { creationTimestamp: null });
}

/** POST that stores no object itself: reviews, tokens, bindings, evictions. */
async function runAction(services: Services, context: RequestContext, target: Target, key: string): Promise<Answer> {
  const { resource, subresource, namespace, name } = target;
  const action = services.actions.get(key);
  if (action === undefined) throw methodNotAllowed(resource, "create");
  const negotiated = negotiateObject(services, context, { tables: false });
  const options = parseWriteOptions(context.query, "CreateOptions", services.vocabulary);
  const kind = subresource?.kind;
  const node =
    subresource?.definition === undefined ? resource.node : services.schema.definition(subresource.definition);
  const expected =
    kind === undefined
      ? { group: resource.group, version: resource.version, kind: resource.kind }
      : { group: services.vocabulary.render(kind.group), version: kind.version, kind: kind.kind };
  const decoded = await decodeObject(services, context, { ...expected, node }, options.fieldValidation);
  setNamespace(decoded, target);
  // The uid in a binding of a pod's own path is that of the pod that is meant.
  if (key !== "pods/binding") dropSystemFields(decoded.metadata);
  const manager = options.fieldManager || managerFromUserAgent(header(context, "user-agent"));
  const apiVersion = apiVersionOf(expected);
  const body = await inTurns(
    trackUpdate({
      live: undefined,
      next: decoded,
      node,
      apiVersion,
      manager,
      subresource: subresource?.name ?? "",
      now: services.now(),
    }),
  );
  const write = writeContext(services, context, namespace, options.dryRun);
  await admitAction(services, { target, context: write, kind: expected, options: options.sent }, body);
  // An action checks its body before it reports that its object is missing.
  const existing = name === "" ? undefined : readExisting(resource, namespace, name);
  const actionContext: ActionContext = {
    ...write,
    kind: expected,
    name,
    subresource: subresource?.name ?? "",
    ...(existing === undefined ? {} : { parent: existing.object }),
  };
  const answer = await action(actionContext, body);
  // A Status is answered in its plain form, whatever was requested.
  if (answer.kind === "Status") {
    return valueAnswer(negotiated, answer, 201, services.schema.definition("apimachinery.pkg.apis.meta.v1.Status"));
  }
  const shown = { value: answer, node, columns: [], typeName: goType(expected) };
  return shownAnswer(services, context, negotiated, shown, 201);
}
