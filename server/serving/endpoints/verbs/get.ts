import { ApiError, badRequest, notFound, timeout } from "../../../../shared/status.ts";
import { encodingOf } from "../../../api/registry/resource.ts";
import type { Services } from "../../../api/registry/services.ts";
import { checkStorableName } from "../../../api/registry/write/storableName.ts";
import { readForWrite, storedInSteps } from "../../../api/registry/write/write.ts";
import { unsignedProblem } from "../../../ground/formats/wording/unsignedText.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { cborMessage } from "../../../model/encoding/cbor/cborItems.ts";
import { cachedItem } from "../answers/cborAnswer.ts";
import { jsonItem } from "../answers/jsonItem.ts";
import { hasTable, negotiateObject, objectAnswer, viewAnswer } from "../answers/objectAnswer.ts";
import type { Target } from "../target.ts";

/**
 * GET of one object or of a sub-resource that shows one. Answered from memory; the bytes of a plain GET are encoded
 * once.
 */
export async function get(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  const { resource, subresource, namespace, name } = target;
  const version = context.query.get("resourceVersion") ?? "";
  if (version === "") await services.hub.fresh();
  else await waitForVersion(services, version, resource.definition.uncached);
  const negotiated = negotiateObject(services, context, { resource, tables: hasTable(target) });
  if (subresource?.view !== undefined) {
    const existing = await readForWrite(resource, namespace, name);
    if (existing === undefined) throw notFound(viewResource(target), name);
    return viewAnswer(services, context, target, negotiated, subresource.view.read(existing.object));
  }
  checkStorableName(name);
  const stored = resource.cache.get(resource.key(namespace, name));
  if (stored === undefined) throw notFound(resource, name);
  await inTurns(stored.check());
  // With a resourceVersion, the reference answers from its watch cache, which still has objects that became unreadable
  // since.
  const fromCache = version !== "" && stored.failure !== undefined && resource.cache.complete;
  const cached = fromCache ? stored.asLastReadable() : stored;
  if (negotiated.wire === "json" && negotiated.as === undefined && !negotiated.pretty) {
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      body: cached.encodedBefore(encodingOf(resource)) ?? (await inTurns(jsonItem(resource, cached))),
    };
  }
  if (negotiated.wire === "cbor" && negotiated.as === undefined) {
    return {
      status: 200,
      headers: { "content-type": negotiated.contentType },
      body: cborMessage(await inTurns(cachedItem(resource, cached))),
    };
  }
  return objectAnswer(services, context, resource, negotiated, await inTurns(storedInSteps(resource, cached)));
}

/**
 * The resource in errors about a view: `deployments/scale`. For the core group, it is the group of the view's kind;
 * views of custom resources have no name.
 */
function viewResource({ resource, subresource }: Target): { group: string; resource: string } {
  if (resource.custom !== undefined) return resource;
  const group = resource.group || (subresource?.kind?.group ?? "");
  return { group, resource: `${resource.resource}/${subresource?.name ?? ""}` };
}

/**
 * Waits briefly until the caches are at least as new as the requested version.
 * @param uncached whether the reference has no watch cache for the resource to wait for
 * @throws ApiError 504 when they do not get there; when the version is not a number 500 (a quirk kept on purpose), or 400
 *   without a cache
 */
export async function waitForVersion(
  services: Services,
  resourceVersion: string | null,
  uncached = false,
): Promise<void> {
  if (resourceVersion === null || resourceVersion === "" || resourceVersion === "0") return;
  const wanted = uncached ? parseStoreVersion(resourceVersion) : parseVersion(resourceVersion);
  if (wanted <= services.hub.revision) return;
  if (uncached) {
    await services.hub.fresh();
    if (wanted > services.hub.revision) throw tooLarge(BigInt(resourceVersion), services.hub.revision, 0);
    return;
  }
  if (await services.hub.waitFor(wanted, services.freshnessTimeout)) return;
  throw tooLarge(BigInt(resourceVersion), services.hub.revision);
}

/** @param demandedSeats may exceed the range in which a number is exact @param retryAfterSeconds 0 for no advice */
export const tooLarge = (wanted: number | bigint, current: number, retryAfterSeconds = 1): ApiError =>
  timeout(`Timeout: Too large resource version: ${wanted}, current: ${current}`, retryAfterSeconds, [
    { reason: "ResourceVersionTooLarge", message: "Too large resource version" },
  ]);

/** Parses a version as the reference's store does. @throws ApiError 400 */
export function parseStoreVersion(text: string): number {
  const bad = badVersionText(text);
  if (bad !== undefined) throw badRequest(`invalid resource version: ${bad}`);
  return Number(text);
}

/** @throws ApiError 500 as the reference does */
export function parseVersion(text: string): number {
  const bad = badVersionText(text);
  if (bad !== undefined) throw new ApiError(500, "", bad);
  return Number(text);
}

/** The error message for an invalid resourceVersion: it must be a 64-bit number. Undefined when it is valid. */
export function badVersionText(text: string): string | undefined {
  const problem = unsignedProblem(text);
  return problem && `resourceVersion: Invalid value: ${JSON.stringify(text)}: ${problem}`;
}
