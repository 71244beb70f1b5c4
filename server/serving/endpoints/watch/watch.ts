import { type ApiError, badRequest, isApiError, tooManyRequests } from "../../../../shared/status.ts";
import type { Services } from "../../../api/registry/services.ts";
import { header, type RequestContext, type StreamAnswer } from "../../../ground/request/context.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { servesCbor } from "../../../model/encoding/cbor/cborGate.ts";
import { type Negotiated, negotiate } from "../../../model/encoding/negotiate.ts";
import { errorStatus } from "../../http/statusAnswer.ts";
import { parseListOptions, streamsList } from "../list/listOptions.ts";
import { parseSelection } from "../list/selection.ts";
import type { Target } from "../target.ts";
import { parseVersion, waitForVersion } from "../verbs/get.ts";
import { watchEncoder } from "./watchEncoder.ts";
import { failWatch, streamWatch } from "./watchStream.ts";

/** GET with `watch`: a stream of events, according to the resourceVersion semantics of watches. */
export async function watch(services: Services, context: RequestContext, target: Target): Promise<StreamAnswer> {
  const { resource } = target;
  const negotiated = (tables: boolean): Negotiated =>
    negotiate(header(context, "accept"), context.query, services.vocabulary, {
      streaming: true,
      transforms: true,
      tables,
      jsonOnly: resource.custom !== undefined,
      routed: resource.custom === undefined,
      cbor: servesCbor(services.features),
      sequence: true,
    });
  const representation = negotiated(true);
  const options = parseListOptions(context.query, true, services);
  const selection = parseSelection(context.query, resource);
  if (target.name !== "" && (context.query.get("fieldSelector") ?? "") !== "" && selection.name !== target.name) {
    throw badRequest("fieldSelector metadata.name doesn't match requested name");
  }
  // A list in the form of events has no Table form.
  const shown = streamsList(options) ? negotiated(false) : representation;
  const encoder = watchEncoder(services, context, resource, shown);
  const from =
    options.resourceVersion === "" || options.resourceVersion === "0"
      ? undefined
      : parseVersion(options.resourceVersion);
  await inTurns(resource.cache.check());
  if (!resource.cache.complete) throw notReady(services);
  const headers = { "content-type": encoder.contentType };
  if (options.resourceVersion === "") await services.hub.fresh();
  try {
    // Initial events show a state that is at least as new as the requested version.
    if (options.sendInitialEvents === true) await waitForVersion(services, options.resourceVersion);
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { status: 200, headers, stream: (sink) => failWatch(encoder, sink, error.status) };
  }
  let onCaughtUp = (): void => undefined;
  const caughtUp = new Promise<void>((resolve) => {
    onCaughtUp = resolve;
  });
  return {
    status: 200,
    headers,
    caughtUp,
    stream: (sink) => {
      streamWatch(services, { target, options, selection, encoder, from, onCaughtUp }, sink).catch((error: unknown) => {
        if (!isApiError(error)) services.hub.reportFollower(resource, error);
        failWatch(encoder, sink, errorStatus(error));
      });
    },
  };
}

/**
 * 429 while an object cannot be read: the reference's watch cache does not start then. Clients retry with exponential
 * backoff.
 */
function notReady({ hub, now }: Services): ApiError {
  const seconds = Math.exp((0.06 * (now() - hub.startedAt)) / 1000);
  return tooManyRequests("storage is (re)initializing", Math.floor(Math.min(30, Math.max(1, seconds))));
}
