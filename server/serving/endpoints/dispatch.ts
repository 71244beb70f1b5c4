import { type ApiError, methodNotServed, pathNotFound } from "../../../shared/status.ts";
import { trimEndOf } from "../../../shared/text/trimEnd.ts";
import type { Services } from "../../api/registry/services.ts";
import { type Reading, UNSAFE_DELETION_GATE, unreadableAnswer } from "../../api/registry/unreadableErrors.ts";
import type { Answer, RequestContext } from "../../ground/request/context.ts";
import { notFoundPage } from "../../ground/request/plainText.ts";
import { UnreadableError } from "../../store/cache/unreadable.ts";
import { readComputed } from "./computed/readComputed.ts";
import { connect } from "./connect/connect.ts";
import { resolveCustomTarget } from "./customTarget.ts";
import { list } from "./list/list.ts";
import { refuseWrites } from "./refuseWrites.ts";
import { resolveTarget, type Target } from "./target.ts";
import { create } from "./verbs/create.ts";
import { get } from "./verbs/get.ts";
import { patch } from "./verbs/patch.ts";
import { remove } from "./verbs/remove.ts";
import { removeCollection } from "./verbs/removeCollection.ts";
import { update } from "./verbs/update.ts";
import { watch } from "./watch/watch.ts";

type Endpoint = (services: Services, context: RequestContext, target: Target) => Answer | Promise<Answer>;

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  get,
  list,
  watch,
  create,
  update,
  patch,
  delete: remove,
  deletecollection: removeCollection,
};

/** Handles resource requests: one endpoint per verb. */
export async function dispatchResource(services: Services, context: RequestContext): Promise<Answer> {
  const { group, version, resource } = context.info;
  const found = services.catalog.find(group, version, resource);
  let target: Target | undefined;
  if (found?.custom !== undefined) target = resolveCustomTarget(found, context.info);
  else if (services.catalog.hasBuiltInGroup(group)) target = resolveBuiltIn(services, context);
  if (target === undefined) return notFoundPage();
  if (!services.quirks.follows("emptyDryRun")) context.query.delete("dryRun", "");
  const warning = target.resource.custom?.deprecationWarning ?? target.resource.deprecationWarning;
  if (warning !== undefined) {
    context.warnings.push(warning);
    const { removedIn } = target.resource;
    context.deprecated = { removedIn: removedIn ?? "" };
    context.audit?.deprecated(removedIn);
  }
  try {
    return await serve(services, context, target);
  } catch (error) {
    throw error instanceof UnreadableError ? unreadable(services, context, target, error) : error;
  }
}

/** Built-in paths are matched literally: a path with empty segments matches nothing, except for a trailing slash. */
function resolveBuiltIn(services: Services, context: RequestContext): Target | undefined {
  if (/^(\/apis)?\/\//.test(context.path)) return undefined;
  if (trimEndOf(context.path, "/").includes("//")) throw pathNotFound();
  return resolveTarget(services, context);
}

async function serve(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  if (target.subresource?.connect !== undefined) return connect(services, context, target);
  const { verb } = context.info;
  const endpoint = ENDPOINTS[verb];
  // Any request's path can ask for a watch, but only a GET is answered with one.
  if (verb === "" || (verb === "watch" && context.method !== "GET")) throw methodNotServed();
  if (endpoint === undefined) throw pathNotFound();
  if (services.readOnly === true) refuseWrites(context, target);
  const { computed } = target.resource.definition;
  if (computed === undefined) return endpoint(services, context, target);
  const source = services.computed.get(computed);
  if (source === undefined) throw pathNotFound();
  return readComputed(services, context, target, source);
}

/** The error when the object of a request cannot be read; lists have a different one. */
function unreadable(services: Services, context: RequestContext, target: Target, error: UnreadableError): ApiError {
  const { verb } = context.info;
  const reading: Reading = verb === "update" || verb === "patch" ? "update" : "get";
  return unreadableAnswer(target.resource, error, reading, services.features.enabled(UNSAFE_DELETION_GATE));
}
