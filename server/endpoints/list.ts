import { ApiError, badRequest, expired } from "../../shared/status.ts";
import { CachedObject } from "../cache/cachedObject.ts";
import type { Answer, RequestContext } from "../http/context.ts";
import { CompactedError, FutureRevisionError } from "../storage/storage.ts";
import { decodeContinue, encodeContinue } from "./continueToken.ts";
import { badVersionText, parseVersion, waitForVersion } from "./get.ts";
import { encodeList, type Page } from "./listAnswer.ts";
import { type ListOptions, parseListOptions } from "./listOptions.ts";
import { goType, negotiateObject, wrongShape } from "./objectAnswer.ts";
import { parseSelection, type Selection } from "./selection.ts";
import type { Services } from "./services.ts";
import type { Target } from "./target.ts";

/** GET of a collection: consistent, paged, from memory unless an old revision is asked for. */
export async function list(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  const { resource } = target;
  const negotiated = negotiateObject(services, context, { collection: true, resource });
  if (negotiated.as?.kind === "PartialObjectMetadata") {
    throw wrongShape(
      `you requested PartialObjectMetadata, but the requested object is a list (*${goType(resource, "List")})`,
    );
  }
  const options = parseListOptions(context.query, false, services.vocabulary);
  const selection = parseSelection(context.query, resource);
  const page = await readPage(services, target, options, selection);
  return encodeList(services, context, resource, negotiated, page);
}

/** Reads one page by the resourceVersion semantics of lists. */
export async function readPage(
  services: Services,
  target: Target,
  options: ListOptions,
  selection: Selection,
): Promise<Page> {
  const { prefix, revision, after } = await startOf(services, target, options);
  const cache = target.resource.cache;
  const current = services.hub.revision;
  // As long as nothing here changed since, the memory shows the old revision too.
  const inMemory = revision === undefined || revision >= cache.changed;
  const source = inMemory
    ? cache.range(prefix, after)
    : await readHistory(services, target, { prefix, revision, after }, options.continueToken !== "");
  // "Any version" (0) is answered whole: the limit counts only where a page goes on.
  const limited = options.limit > 0 && !(options.resourceVersion === "0" && options.continueToken === "");
  const items: CachedObject[] = [];
  let more = false;
  for (const cached of narrowed(source, target, selection)) {
    if (!selection.everything && !selection.matches(target.resource.fromStorage(cached.object))) continue;
    if (limited && items.length === options.limit) {
      more = true;
      break;
    }
    items.push(cached);
  }
  const shown = revision ?? current;
  const last = items.at(-1);
  if (!more || last === undefined) return { items, metadata: { resourceVersion: String(shown) } };
  return {
    items,
    metadata: {
      resourceVersion: String(shown),
      continue: encodeContinue({ revision: shown, after: last.key.slice(cache.prefix.length) }, services.vocabulary),
      ...(selection.everything
        ? { remainingItemCount: await countAfter(services, target, prefix, last.key, inMemory ? undefined : shown) }
        : {}),
    },
  };
}

interface Start {
  readonly prefix: string;
  /** Exactly this revision; undefined for the latest. */
  readonly revision: number | undefined;
  readonly after: string | undefined;
}

/** Decides the revision and the first key by continue token, resourceVersion and match. */
async function startOf(services: Services, target: Target, options: ListOptions): Promise<Start> {
  const { cache } = target.resource;
  const prefix = target.namespace === "" ? cache.prefix : `${cache.prefix}${target.namespace}/`;
  const { resourceVersion, match, limit } = options;
  if (options.continueToken !== "") {
    const token = decodeContinue(options.continueToken, services.vocabulary);
    if (resourceVersion !== "" && resourceVersion !== "0") {
      throw badRequest("specifying resource version is not allowed when using continue");
    }
    const after = cache.prefix + token.after;
    if (!after.startsWith(prefix)) throw badRequest("invalid continue token: continue key is not valid");
    if (token.revision > services.hub.revision) throw futureRevision();
    return { prefix, after, revision: token.revision < 0 ? undefined : token.revision };
  }
  if (resourceVersion === "" || resourceVersion === "0") return { prefix, revision: undefined, after: undefined };
  if (match === "Exact" || (match === "" && limit > 0)) {
    if (!/^\d+$/.test(resourceVersion)) {
      throw badRequest(`invalid resource version: ${badVersionText(resourceVersion)}`);
    }
    const revision = parseVersion(resourceVersion);
    if (revision > services.hub.revision) {
      throw futureRevision();
    }
    if (revision < services.storage.compactedRevision) {
      throw expired(`The resourceVersion for the provided list is too old.`);
    }
    return { prefix, revision, after: undefined };
  }
  await waitForVersion(services, resourceVersion);
  return { prefix, revision: undefined, after: undefined };
}

/** The storage's own words, as the reference lets them through. */
const futureRevision = (): ApiError =>
  new ApiError(500, "", "etcdserver: mvcc: required revision is a future revision");

/** With a selector for one name, only that key is looked at. */
function* narrowed(source: Iterable<CachedObject>, target: Target, selection: Selection): Generator<CachedObject> {
  const { resource } = target;
  const namespace = target.namespace === "" ? selection.namespace : target.namespace;
  if (selection.name === undefined || (resource.namespaced && namespace === undefined) || Array.isArray(source)) {
    yield* source;
    return;
  }
  const cached = resource.cache.get(resource.key(resource.namespaced ? (namespace ?? "") : "", selection.name));
  if (cached !== undefined) yield cached;
}

/** Objects as of an old revision, from storage. */
async function readHistory(
  services: Services,
  target: Target,
  { prefix, revision, after }: Start & { readonly revision: number },
  continuing: boolean,
): Promise<CachedObject[]> {
  try {
    const range = await services.storage.range({ prefix, revision, ...(after === undefined ? {} : { after }) });
    return range.items.map((kv) => new CachedObject(kv));
  } catch (error) {
    if (error instanceof FutureRevisionError) {
      throw futureRevision();
    }
    if (!(error instanceof CompactedError)) throw error;
    if (!continuing) throw expired("The resourceVersion for the provided list is too old.");
    throw expired(
      "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
      {
        continue: encodeContinue(
          { revision: -1, after: (after ?? prefix).slice(target.resource.cache.prefix.length) },
          services.vocabulary,
        ),
      },
    );
  }
}

/** How many objects follow a key; by counting what precedes it when that is known to be short. */
async function countAfter(
  services: Services,
  target: Target,
  prefix: string,
  after: string,
  revision: number | undefined,
): Promise<number> {
  if (revision !== undefined) {
    const rest = await services.storage.range({ prefix, after, revision, limit: 1 });
    return rest.items.length + rest.remaining;
  }
  const { cache } = target.resource;
  let count = 0;
  for (const _ of cache.range(prefix, after)) count += 1;
  return count;
}
