import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { timestamp } from "../../../../shared/time.ts";
import { serviceSlices } from "../../../access/webhook/serviceSlices.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { narrow } from "../../../api/registry/strategies/narrow.ts";
import type { ApiService } from "../../../api/resources/apiregistration/apiService.ts";
import { sharedAbort } from "../../../ground/timing/signals.ts";
import { WorkQueue } from "../../../ground/timing/workQueue.ts";
import type { ApiServices } from "../../../serving/aggregation/apiServices.ts";
import type { CacheHub } from "../../../store/cache/cacheHub.ts";
import type { ControllerParts, RunningController } from "../controller.ts";
import type { AvailabilityMetrics } from "./availabilityMetrics.ts";
import { checkAvailability, type Finding, LOCAL } from "./checkAvailability.ts";

export interface AvailabilityParts extends ControllerParts {
  readonly reader: Pick<CacheHub, "get" | "list" | "isStored" | "follow">;
  readonly apiServices: ApiServices;
  readonly metrics: AvailabilityMetrics;
}

/** Milliseconds between two checks of a server when nothing about it changes. */
const INTERVAL = 30_000;
/** Retries of an unreachable server: they start sooner, and their delays grow. */
const RETRIES = { firstDelay: 50, longestDelay: INTERVAL };

/** Thrown after the result of a failed check has been written, so that the key is retried. */
class NotThere extends Error {}

/**
 * Maintains the condition `Available` of API services: it checks servers when something about them changes, and
 * periodically. The condition is written only when it differs.
 */
export function availabilityController(parts: AvailabilityParts): RunningController {
  const { client, reader, apiServices, vocabulary, metrics } = parts;
  const place = { group: vocabulary.render("apiregistration.{domain}"), resource: "apiservices" };
  const slices = serviceSlices(reader, vocabulary);
  const stopping = sharedAbort();
  const queue = new WorkQueue({
    timers: parts.timers,
    observer: parts.observer,
    ...RETRIES,
    onError: (error, key) => {
      if (!(error instanceof NotThere)) parts.onError(error, key);
    },
    async work(name) {
      const object = reader.get(place, "", name);
      if (object === undefined) {
        metrics.forget(name);
        return;
      }
      const { group = "", version = "" } = narrow<ApiService>(object).spec ?? {};
      const remote = apiServices.remote(group, version);
      const finding =
        remote === undefined ? LOCAL : await checkAvailability(remote, { reader, slices, signal: stopping.signal });
      if (stopping.signal.aborted) return;
      metrics.found(name, finding);
      await write(client, object, finding, parts.now());
      if (remote === undefined) return;
      if (finding.reason === "FailedDiscoveryCheck") throw new NotThere(finding.message);
      queue.addAfter(name, INTERVAL);
    },
  });
  const lookAtThose = (namespace: string | undefined, service: string | undefined): void => {
    for (const remote of apiServices.remotes) {
      if (remote.service.namespace === namespace && remote.service.name === service) queue.add(remote.name);
    }
  };
  apiServices.onChange((name) => queue.add(name));
  const label = vocabulary.render("{labelDomain}/service-name");
  const slicesPlace = { group: vocabulary.render("discovery.{domain}"), resource: "endpointslices" };
  const stops = [
    ...["services", "endpoints"].map((resource) =>
      reader.follow({ group: "", resource }, ({ object: { metadata } }) =>
        lookAtThose(metadata.namespace, metadata.name),
      ),
    ),
    slices.stop,
    reader.follow(slicesPlace, ({ object: { metadata } }) => lookAtThose(metadata.namespace, metadata.labels?.[label])),
  ];
  for (const { metadata } of reader.list(place)) queue.add(metadata.name ?? "");
  return {
    settled: () => queue.idle(),
    async stop() {
      for (const stop of stops) stop();
      stopping.abort();
      await queue.stop();
    },
  };
}

async function write(client: ApiClient, object: ApiObject, finding: Finding, now: number): Promise<void> {
  const { conditions = [] } = narrow<ApiService>(object).status ?? {};
  const known = conditions.find(({ type }) => type === "Available");
  const { status, reason, message } = finding;
  if (known?.status === status && known.reason === reason && known.message === message) return;
  const lastTransitionTime = known?.status === status ? known.lastTransitionTime : timestamp(now);
  const next = { type: "Available", status, lastTransitionTime, reason, message };
  const others = conditions.map((each) => (each === known ? next : each));
  const { name = "" } = object.metadata;
  const group = object.apiVersion?.split("/")[0] ?? "";
  try {
    await client.update(
      { group, version: "v1", resource: "apiservices", name, subresource: "status" },
      { ...object, status: { conditions: known === undefined ? [...conditions, next] : others } },
    );
  } catch (error) {
    // Another writer was faster: its change enqueues the key again.
    if (!isApiError(error, "NotFound") && !isApiError(error, "Conflict")) throw error;
  }
}
