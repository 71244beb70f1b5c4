import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { rangesRef } from "../../../api/resources/networking/addresses/addressObjects.ts";
import { cidrsOf, readiness } from "../../../api/resources/networking/addresses/serviceCidr.ts";
import type { EventRecorder } from "../../events/eventRecorder.ts";
import type { ControllerParts } from "../controller.ts";
import { readyStatus } from "../serviceCidrs/readyStatus.ts";

/** Milliseconds between two checks of the object. */
const INTERVAL = 10_000;

/** Milliseconds until a failed read or creation is retried. */
const RETRY = 1000;

/** The component name in the API server's Events about the range of its flag. */
export const DEFAULT_RANGE_COMPONENT = "{product}-service-cidr-controller";

export interface DefaultRangeParts extends Pick<ControllerParts, "client" | "vocabulary" | "timers" | "now"> {
  /** The ranges of the flag, that of the primary family first. */
  readonly cidrs: readonly string[];
  readonly recorder: Pick<EventRecorder, "record">;
  log(message: string): void;
  onError(error: unknown): void;
}

export interface RunningDefaultRange {
  /** Resolves after the first check: the object exists then, unless it could not be created yet. */
  readonly first: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Maintains the default ServiceCIDR, which is named like the product and has the ranges of the API server's flag. An
 * existing object with other ranges is not changed, but the difference is reported. This is part of the API server
 * itself.
 */
export function keepDefaultRange(parts: DefaultRangeParts): RunningDefaultRange {
  const { client, vocabulary, timers, now, cidrs, recorder, log, onError } = parts;
  const product = vocabulary.render("{Product}");
  const manager = vocabulary.render(DEFAULT_RANGE_COMPONENT);
  const ref = rangesRef(vocabulary);
  const name = vocabulary.word;
  const shown = (list: readonly string[]): string => `[${list.join(" ")}]`;
  let isReported = false;

  const existing = async (): Promise<ApiObject> => {
    try {
      return await client.get({ ...ref, name });
    } catch (error) {
      if (!isApiError(error, "NotFound")) throw error;
    }
    const wanted = {
      apiVersion: `${ref.group}/${ref.version}`,
      kind: "ServiceCIDR",
      metadata: { name },
      spec: { cidrs: [...cidrs] },
    };
    try {
      return await client.create(ref, wanted);
    } catch (error) {
      if (isApiError(error, "AlreadyExists")) return client.get({ ...ref, name });
      recorder.record(
        wanted,
        "Warning",
        `${product}DefaultServiceCIDRError`,
        "The default ServiceCIDR can not be created",
      );
      throw error;
    }
  };

  const setReady = async (object: ApiObject): Promise<void> => {
    const said = { status: "True", message: "{Product} default Service CIDR is ready", time: now() } as const;
    try {
      const status = readyStatus(vocabulary, name, said);
      await client.apply({ ...ref, name, subresource: "status" }, status, { fieldManager: manager });
    } catch (error) {
      const message = "The default ServiceCIDR Status can not be set to Ready=True";
      recorder.record(object, "Warning", `${product}DefaultServiceCIDRError`, message);
      log(`${message}: ${messageOf(error)}`);
    }
  };

  const reportOnce = (object: ApiObject, found: readonly string[]): void => {
    if (isReported) return;
    isReported = true;
    const message = `The default ServiceCIDR ${shown(found)} does not match the flag configurations ${shown(cidrs)}`;
    recorder.record(object, "Warning", `${product}DefaultServiceCIDRInconsistent`, message);
    log(`${message}: name these ranges in --service-cluster-ip-range, or delete the object`);
  };

  const look = async (): Promise<void> => {
    const object = await existing();
    // The controller manager handles its deletion.
    if (object.metadata.deletionTimestamp !== undefined) return;
    const ready = readiness(object);
    const found = cidrsOf(object) ?? [];
    if (ready === undefined) {
      if (deepEqual(found, cidrs)) await setReady(object);
      else reportOnce(object, found);
    } else if (ready.status !== "True") {
      recorder.record(object, "Warning", ready.reason ?? "", ready.message ?? "");
    }
  };

  let stopped = false;
  let cancel = (): void => undefined;
  const round = async (): Promise<void> => {
    let delay = INTERVAL;
    try {
      await look();
    } catch (error) {
      onError(error);
      delay = RETRY;
    }
    if (stopped) return;
    cancel = timers.after(delay, () => {
      working = round();
    });
  };
  const first = round();
  let working = first;
  return {
    first,
    async stop() {
      stopped = true;
      cancel();
      await working;
    },
  };
}
