import { managerFromUserAgent } from "../../../../shared/apply/fieldManager.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Services } from "../../../api/registry/services.ts";
import { updateObject } from "../../../api/registry/write/updateObject.ts";
import type { Existing } from "../../../api/registry/write/write.ts";
import { parseWriteOptions } from "../../../api/registry/write/writeOptions.ts";
import { type Answer, header, type RequestContext } from "../../../ground/request/context.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { hasTable, negotiateObject, objectAnswer, viewAnswer } from "../answers/objectAnswer.ts";
import { isApplyType, isVersioned, type ParsedPatch, parsePatch, patchType, readsVersion } from "../body/parsePatch.ts";
import { bodyOf, type Target } from "../target.ts";
import { type ApplyRequest, appliedObject, appliedView, checkIdentity } from "./appliedObject.ts";
import { type PatchScope, patchedObject } from "./patchedObject.ts";
import { track } from "./tracking.ts";
import { admitView, requireExisting, requireName, writeRequest, writeView } from "./update.ts";
import { viewTracking } from "./viewTracking.ts";

/** PATCH: the patch types go through the same update as a PUT. */
export async function patch(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  const { resource, subresource } = target;
  const type = patchType(services, context, resource);
  requireName(target);
  const negotiated = negotiateObject(services, context, { resource, tables: hasTable(target) });
  const isApply = isApplyType(type);
  const bytes = await context.body();
  await context.audit?.sentPatch(bytes, context.signal);
  const options = parseWriteOptions(context.query, "PatchOptions", services.vocabulary, isApply);
  const request = writeRequest(services, context, target, options);
  const manager = options.fieldManager || managerFromUserAgent(header(context, "user-agent"));
  const expected = bodyOf(services, target);
  const scope: PatchScope = { services, context, expected, validation: options.fieldValidation };
  const view = subresource?.view;
  let parsed: Promise<ParsedPatch> | undefined;
  // A missing object is reported before the patch is parsed.
  const read = (): Promise<ParsedPatch> => {
    parsed ??= parsePatch(type, bytes, options.fieldValidation, expected.custom === undefined, context.signal);
    return parsed;
  };
  const applyRequest = async (): Promise<ApplyRequest> => {
    return { services, context, target, parsed: await read(), options, manager };
  };
  const throughView = async (parent: Existing): Promise<ApiObject> => {
    if (isApply) return appliedView(await applyRequest(), request, parent);
    const tracking = viewTracking(services, target);
    const before = await tracking.read(parent.object);
    const body = await inTurns(patchedObject(scope, before, await read()), context);
    checkIdentity(body, target);
    if (body.metadata.resourceVersion === before.metadata.resourceVersion) body.metadata.resourceVersion = "";
    await admitView(services, request, parent, body);
    return tracking.track(parent.object, await writeView(target, request, parent, body), manager);
  };
  const transform = async (existing: Existing | undefined): Promise<ApiObject> => {
    if (view !== undefined) return throughView(await requireExisting(existing, target));
    if (isApply) return appliedObject(await applyRequest(), existing);
    const current = await requireExisting(existing, target);
    const next = await inTurns(patchedObject(scope, current.object, await read()), context);
    checkIdentity(next, target);
    return track(services, target, current, next, manager, context);
  };
  const result = await updateObject(services, request, {
    versioned: await isVersionedPatch(read),
    readsVersion: readsVersion(await read().catch(() => undefined)),
    createIfMissing: isApply && subresource === undefined && resource.custom?.terminating !== true,
    transform,
  });
  if (!request.context.dryRun) context.trace?.stored(resource, result.object);
  const status = result.created ? 201 : 200;
  return view === undefined
    ? objectAnswer(services, context, resource, negotiated, result.object, status)
    : viewAnswer(services, context, target, negotiated, view.read(result.object));
}

/**
 * Whether the patch sets a resourceVersion. The error of a patch that cannot be parsed is thrown later, at its place in
 * the order of checks.
 */
async function isVersionedPatch(read: () => Promise<ParsedPatch>): Promise<boolean> {
  try {
    return isVersioned(await read());
  } catch {
    return false;
  }
}
