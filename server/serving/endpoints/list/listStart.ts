import { ApiError, badRequest, expired } from "../../../../shared/status.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { Target } from "../target.ts";
import { parseStoreVersion, tooLarge, waitForVersion } from "../verbs/get.ts";
import { decodeContinue } from "./continueToken.ts";
import type { ListOptions } from "./listOptions.ts";

/** Where a page begins. */
export interface ListStart {
  /** All keys of the page begin so. */
  readonly prefix: string;
  /** Exactly this revision; undefined for the latest. */
  readonly revision: number | undefined;
  /** Only keys after this one; undefined from the first. */
  readonly after: string | undefined;
  /** The page continues another. */
  readonly continuing: boolean;
}

/**
 * Decides the revision and the first key of a page, by the table of continue token, resourceVersion, match and limit.
 * @throws ApiError 400, 410, 500, or 504 when the version asked for does not come
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

/** @throws ApiError when a revision is of the future: 504, or 500 as the reference */
async function reachRevision(services: Services, revision: number): Promise<void> {
  if (revision <= services.hub.revision) return;
  await services.hub.fresh();
  if (revision <= services.hub.revision) return;
  throw futureRevision(services, revision);
}

export const tooOldVersion = (): ApiError => expired("The resourceVersion for the provided list is too old.");

/** A revision of the future: the reference lets the storage's own words through. */
export const futureRevision = ({ quirks, hub }: Services, revision: number): ApiError =>
  quirks.follows("futureVersionIsError")
    ? new ApiError(500, "", "etcdserver: mvcc: required revision is a future revision")
    : tooLarge(revision, hub.revision);
