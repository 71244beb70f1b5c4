import * as fieldErrors from "../../../../shared/fieldError.ts";
import { type ApiError, badRequest, invalid, isApiError } from "../../../../shared/status.ts";
import { deleteObject, warnOfDeletion } from "../../../api/registry/deletion/deletion.ts";
import { type Services, writeContext } from "../../../api/registry/services.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { lendingMemory, requestTimeout } from "../../../ground/request/inFlight.ts";
import { sideBySide } from "../../../ground/turns/sideBySide.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { negotiateObject } from "../answers/objectAnswer.ts";
import { encodeList, prepareItems } from "../list/listAnswer.ts";
import { parseListOptions } from "../list/listOptions.ts";
import { readPage } from "../list/listPage.ts";
import { parseSelection } from "../list/selection.ts";
import type { Target } from "../target.ts";
import { badVersionText } from "./get.ts";
import { readDeleteOptions, statusAnswer } from "./remove.ts";

/**
 * Maximum number of concurrent deletions of one request: enough to fill a transaction, and few enough that other
 * requests run in between.
 */
const MAX_DELETIONS = 32;

/**
 * DELETE of a collection: every selected object is deleted as if by its own request, until the client leaves or the time
 * of the request ends. The answer is the list before the deletion, as in the reference.
 */
export async function removeCollection(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  const { resource, namespace } = target;
  const negotiated = negotiateObject(services, context, { resource });
  // The selectors are validated before the options of the deletion.
  const listOptions = parseListOptions(context.query, false, services);
  const bad = listOptions.resourceVersion === "" ? undefined : badVersionText(listOptions.resourceVersion);
  if (bad !== undefined) throw badRequest(`invalid resource version: ${bad}`);
  const selection = parseSelection(context.query, resource);
  const options = await readDeleteOptions(services, context);
  if (options.ignoreStoreReadErrorWithClusterBreakingPotential === true) throw unsafeCollection(services);
  const { strategy } = resource.definition;
  warnOfDeletion({
    strategy,
    context: writeContext(services, context, namespace, options.dryRun),
    options: { ...options },
  });
  // Evaluating the selector may call a conversion webhook.
  const page = await lendingMemory(context, () => readPage(services, target, listOptions, selection));
  // Nothing is deleted if one of the objects cannot be converted to this version.
  await prepareItems(resource, page.items, context);
  await sideBySide(page.items, MAX_DELETIONS, async (cached) => {
    if (context.signal.aborted) throw requestTimeout();
    const { name = "", namespace: objectNamespace = namespace } = (await inTurns(cached.objectInSteps())).metadata;
    try {
      await deleteObject(
        services,
        {
          resource,
          subresource: "",
          context: writeContext(services, context, objectNamespace, options.dryRun),
          name,
          unnamed: true,
          options: { ...options },
          strategy,
        },
        options,
      );
    } catch (error) {
      // Another client was faster: the object is gone, which is what this request wants.
      if (!isApiError(error, "NotFound")) throw error;
    }
  });
  if (services.quirks.follows("collectionAnswersList")) {
    return encodeList(services, context, resource, negotiated, page);
  }
  const { group, resource: kind } = resource;
  return statusAnswer(services, negotiated, { details: { ...(group === "" ? {} : { group }), kind } });
}

/** The error for a collection with unreadable objects, which can only be deleted one by one. */
const unsafeCollection = ({ vocabulary }: Services): ApiError =>
  invalid({ group: vocabulary.metaGroup, kind: "DeleteOptions" }, "", [
    fieldErrors.invalid(
      "ignoreStoreReadErrorWithClusterBreakingPotential",
      true,
      "is not allowed with DELETECOLLECTION, try again after removing the option",
    ),
  ]);
