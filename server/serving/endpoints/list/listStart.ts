import { ApiError, badRequest, expired } from "../../../../shared/status.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { Target } from "../target.ts";
import { parseStoreVersion, tooLarge, waitForVersion } from "../verbs/get.ts";
import { decodeContinue } from "./continueToken.ts";
import type { ListOptions } from "./listOptions.ts";

/** The position at which a page begins. */
export interface ListStart {
  /** Prefix of all keys of the page. */
  readonly prefix: string;
  /** Exactly this revision; undefined for the latest. */
  readonly revision: number | undefined;
  /** Only keys after this one; undefined to begin with the first. */
  readonly after: string | undefined;
  /** Whether the page continues an earlier one. */
  readonly continuing: boolean;
}

/**
 * Determines the revision and the first key of a page from continue token, resourceVersion, match and limit.
 * @throws ApiError 400, 410, 500, or 504 when the requested version is not reached
 */
export async function startOfList(services: Services, target: Target, options: ListOptions): Promise<ListStart> {
  const { cache } = target.resource;
  const prefix = target.namespace === "" ? cache.prefix : `${cache.prefix}${target.namespace}/`;
  if (options.continueToken !== "") return continuedList(services, prefix, options);
  const { resourceVersion, match, limit } = options;
  const latest: ListStart = { prefix, revision: undefined, after: undefined, continuing: false };
  if (resourceVersion === "") await services.hub.fresh();
  if (resourceVersion === "" || resourceVersion === "0") return latest;
  if (match === "Exact" || (match === "" && limit > 0)) {
    const revision = parseStoreVersion(resourceVersion);
    await reachRevision(services, revision);
    return { ...latest, revision };
  }
  await waitForVersion(services, resourceVersion, target.resource.definition.uncached);
  return latest;
}

/** @throws ApiError 400, 500 */
async function continuedList(services: Services, prefix: string, options: ListOptions): Promise<ListStart> {
  const token = decodeContinue(options.continueToken, services.vocabulary);
  const { resourceVersion } = options;
  if (resourceVersion !== "" && resourceVersion !== "0") {
    throw badRequest("specifying resource version is not allowed when using continue");
  }
  const after = prefix + token.after;
  if (token.revision < 0) await services.hub.fresh();
  else await reachRevision(services, token.revision);
  return { prefix, after, revision: token.revision < 0 ? undefined : token.revision, continuing: true };
}

/** Waits for a revision. @throws ApiError when it lies in the future: 504, or 500 as the reference */
async function reachRevision(services: Services, revision: number): Promise<void> {
  if (revision <= services.hub.revision) return;
  await services.hub.fresh();
  if (revision <= services.hub.revision) return;
  throw futureRevision(services, revision);
}

export const tooOldVersion = (): ApiError => expired("The resourceVersion for the provided list is too old.");

/** The error for a future revision: the reference returns the storage's own message. */
export const futureRevision = ({ quirks, hub }: Services, revision: number): ApiError =>
  quirks.follows("futureVersionIsError")
    ? new ApiError(500, "", "etcdserver: mvcc: required revision is a future revision")
    : tooLarge(revision, hub.revision);
