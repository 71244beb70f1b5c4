import { managerFromUserAgent } from "../../../../shared/apply/fieldManager.ts";
import { cloneInSteps } from "../../../../shared/json/jsonValues.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { badRequest, invalid, notFound } from "../../../../shared/status.ts";
import { type Services, writeContext } from "../../../api/registry/services.ts";
import { dropDuplicateOwners } from "../../../api/registry/write/ownerReferences.ts";
import { updateObject } from "../../../api/registry/write/updateObject.ts";
import { namesVersion } from "../../../api/registry/write/updatePreconditions.ts";
import { admissionRequest, type Existing, readForWrite, type WriteRequest } from "../../../api/registry/write/write.ts";
import { parseWriteOptions, type WriteOptions } from "../../../api/registry/write/writeOptions.ts";
import { type Answer, header, type RequestContext } from "../../../ground/request/context.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { hasTable, negotiateObject, objectAnswer, viewAnswer } from "../answers/objectAnswer.ts";
import { decodeObject } from "../body/decodeBody.ts";
import { bodyOf, type Target } from "../target.ts";
import { setNamespace } from "./create.ts";
import { track } from "./tracking.ts";
import { viewTracking } from "./viewTracking.ts";

/**
 * PUT: replaces an object, its status, or the part that a view shows; creates a missing object if the kind allows it.
 */
export async function update(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  const { resource, subresource } = target;
  requireName(target);
  const negotiated = negotiateObject(services, context, { resource, tables: hasTable(target) });
  const options = parseWriteOptions(context.query, "UpdateOptions", services.vocabulary);
  const body = await decodeObject(services, context, bodyOf(services, target), options.fieldValidation);
  setNamespace(body, target);
  checkName(body, target);
  const request = { ...writeRequest(services, context, target, options), uidPrecondition: true };
  const manager = options.fieldManager || managerFromUserAgent(header(context, "user-agent"));
  const versioned = namesVersion(body.metadata.resourceVersion);
  if (subresource?.view !== undefined) {
    const view = subresource.view;
    const result = await updateObject(services, request, {
      versioned,
      createIfMissing: false,
      transform: async (existing) => {
        const parent = await requireExisting(existing, target);
        await admitView(services, request, parent, body);
        const written = await writeView(target, request, parent, body);
        return viewTracking(services, target).track(parent.object, written, manager);
      },
    });
    if (!request.context.dryRun) context.trace?.stored(resource, result.object);
    return viewAnswer(services, context, target, negotiated, view.read(result.object));
  }
  await inTurns(dropDuplicateOwners(body, request.context.warn, "sent"));
  const result = await updateObject(services, request, {
    versioned,
    createIfMissing: subresource === undefined && resource.definition.strategy.allowCreateOnUpdate === true,
    // Without retries the body is used only once.
    transform: (existing) => track(services, target, existing, body, manager, context),
  });
  if (!request.context.dryRun) context.trace?.stored(resource, result.object);
  return objectAnswer(services, context, resource, negotiated, result.object, result.created ? 201 : 200);
}

/** The write to this target in the form that the registry takes. */
export function writeRequest(
  services: Services,
  context: RequestContext,
  target: Target,
  options: WriteOptions,
): WriteRequest {
  const view = target.subresource?.view;
  return {
    resource: target.resource,
    subresource: target.subresource?.name ?? "",
    context: writeContext(services, context, target.namespace, options.dryRun),
    name: target.name,
    options: options.sent,
    strategy: target.subresource?.strategy ?? target.resource.definition.strategy,
    ...(view === undefined
      ? {}
      : { view: { kind: bodyOf(services, target), read: (parent) => (view.readForWrite ?? view.read)(parent) } }),
  };
}

/** Lets admission change the body of a write to a view, before it is written onto the parent. @throws ApiError */
export async function admitView(
  services: Services,
  request: WriteRequest,
  parent: Existing,
  body: ApiObject,
): Promise<void> {
  if (request.view === undefined) return;
  await services.admission.admit(admissionRequest(request, "UPDATE", body, request.view.read(parent.object)));
}

/** A copy of the parent with the view written onto it. @throws ApiError 422, 409 */
export async function writeView(
  target: Target,
  request: WriteRequest,
  existing: Existing,
  body: ApiObject,
): Promise<ApiObject> {
  const view = target.subresource?.view;
  if (view === undefined) throw notFound(target.resource, target.name);
  const found = view.validate?.(request.context, body);
  const errors = found === undefined ? [] : await inTurns(found, request.context.inFlight);
  if (errors.length > 0) {
    const kind = target.subresource?.kind ?? { group: "", kind: "" };
    throw invalid({ group: request.context.vocabulary.render(kind.group), kind: kind.kind }, target.name, errors);
  }
  const parent = (await inTurns(cloneInSteps(existing.object))) as ApiObject;
  view.write(request.context, parent, body);
  // The view carries the resourceVersion that the client saw; without one, the write applies to whatever is stored.
  parent.metadata.resourceVersion = body.metadata.resourceVersion ?? "";
  if (body.metadata.uid !== undefined && body.metadata.uid !== "") parent.metadata.uid = body.metadata.uid;
  return parent;
}

export async function requireExisting(existing: Existing | undefined, target: Target): Promise<Existing> {
  const found = existing ?? (await readForWrite(target.resource, target.namespace, target.name));
  if (found === undefined) throw notFound(target.resource, target.name);
  return found;
}

/** @throws ApiError 400 for a collection; only custom resources reach this point without a name */
export function requireName({ name }: Target): void {
  if (name === "") throw badRequest("name must be provided");
}

/** @throws ApiError 400 when the body names another object than the path, or none */
export function checkName(body: ApiObject, target: Target): void {
  const given = body.metadata.name ?? "";
  if (given === "") {
    throw badRequest(`the name of the object (${target.name} based on URL) was undeterminable: name must be provided`);
  }
  if (given !== target.name) {
    throw badRequest(`the name of the object (${given}) does not match the name on the URL (${target.name})`);
  }
}
