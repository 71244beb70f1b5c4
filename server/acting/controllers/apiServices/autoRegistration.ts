import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { narrow } from "../../../api/registry/strategies/narrow.ts";
import type { ApiService } from "../../../api/resources/apiregistration/apiService.ts";
import { AUTOMANAGED, FORMER_AUTOMANAGED } from "../../../api/resources/apiregistration/defaults.ts";
import { WorkQueue } from "../../../ground/timing/workQueue.ts";
import { isRemote } from "../../../serving/aggregation/remoteApi.ts";
import { CUSTOM_PRIORITIES } from "../../../serving/aggregation/servedGroups.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import type { ControllerParts, RunningController } from "../controller.ts";
import { DeclaredVersions } from "./declaredVersions.ts";

export interface AutoRegistrationParts extends ControllerParts {
  readonly reader: ObjectReader;
  /** The API services of the built-in group versions, by name. */
  readonly builtIn: ReadonlyMap<string, ApiObject>;
  /**
   * The API services of group versions that this server serves unless another server does; undefined values are those
   * that another server of the store may serve in this way.
   */
  readonly giving?: ReadonlyMap<string, ApiObject | undefined>;
}

type Spec = NonNullable<ApiService["spec"]>;

/** An API service that should exist. */
interface DesiredService {
  readonly spec: Spec;
  /** Whether it is reconciled only once per start, or all the time. */
  readonly mode: "onstart" | "true";
}

/**
 * Maintains API services for what this server serves itself: those of custom resource definitions all the time, those
 * of built-in group versions once at each start. Only API services with the server's own label are changed.
 */
export function autoRegistrationController(parts: AutoRegistrationParts): RunningController {
  const { client, vocabulary, reader, builtIn, giving = new Map<string, ApiObject | undefined>() } = parts;
  const group = vocabulary.render("apiregistration.{domain}");
  const place = { group, resource: "apiservices" };
  const services = { ...place, version: "v1" };
  const definitions = { group: vocabulary.render("apiextensions.{domain}"), resource: "customresourcedefinitions" };
  const label = vocabulary.render(AUTOMANAGED);
  const former = vocabulary.render(FORMER_AUTOMANAGED);
  const declared = new DeclaredVersions();
  /** Names that were reconciled since the start. */
  const seen = new Set<string>();

  const desiredFor = (name: string): DesiredService | undefined => {
    const own = builtIn.get(name);
    if (own !== undefined) return { spec: narrow<{ spec: Spec }>(own).spec, mode: "onstart" };
    const given = giving.get(name);
    if (given !== undefined) return { spec: narrow<{ spec: Spec }>(given).spec, mode: "true" };
    const found = declared.get(name);
    if (found === undefined) return undefined;
    const { group: of, version } = found;
    return { spec: { group: of, version, ...CUSTOM_PRIORITIES }, mode: "true" };
  };

  const settle = async (name: string): Promise<void> => {
    const isFirst = !seen.has(name);
    const desired = desiredFor(name);
    const stored = reader.get(place, "", name);
    const { [former]: formerMode, ...labels } = stored?.metadata.labels ?? {};
    const { [label]: ownMode, ...others } = labels;
    const mode = ownMode ?? formerMode;
    if (stored === undefined) {
      if (desired === undefined || (desired.mode === "onstart" && !isFirst)) return;
      const metadata = { name, labels: { [label]: desired.mode } };
      await client.create(services, { apiVersion: `${group}/v1`, kind: "APIService", metadata, spec: desired.spec });
    } else if (mode !== "onstart" && mode !== "true") {
      // A user or another component manages it.
    } else if (giving.has(name) && isRemote(stored)) {
      // From now on it belongs to the user, no matter whether this server still wants it.
      await client.update({ ...services, name }, { ...stored, metadata: { ...stored.metadata, labels: others } });
    } else if (desired === undefined) {
      // An API service that another server may serve is deleted only at a start: a server that does serve it creates it
      // again.
      if (mode === "true" && (isFirst || !giving.has(name)))
        await client.delete({ ...services, name }, { uid: stored.metadata.uid ?? "" });
    } else if (desired.mode === "true" || isFirst) {
      if (formerMode === undefined && textOf(specOf(stored)) === textOf(desired.spec)) return;
      const metadata = { ...stored.metadata, labels: { ...labels, [label]: mode } };
      await client.update({ ...services, name }, { ...stored, metadata, spec: desired.spec });
    }
  };

  const queue = new WorkQueue({
    timers: parts.timers,
    observer: parts.observer,
    onError: parts.onError,
    async work(name) {
      try {
        await settle(name);
        seen.add(name);
      } catch (error) {
        // Another server was faster: its change enqueues the key again.
        if (!["NotFound", "AlreadyExists", "Conflict"].some((reason) => isApiError(error, reason))) throw error;
      }
    },
  });
  const take = (definition: ApiObject, gone: boolean): void => {
    for (const name of declared.set(definition, gone)) queue.add(name);
  };
  const stops = [
    reader.follow(place, ({ object }) => queue.add(object.metadata.name ?? "")),
    reader.follow(definitions, ({ type, object }) => take(object, type === "deleted")),
  ];
  for (const definition of reader.list(definitions)) take(definition, false);
  for (const name of [...builtIn.keys(), ...giving.keys()]) queue.add(name);
  for (const { metadata } of reader.list(place)) queue.add(metadata.name ?? "");
  return {
    settled: () => queue.idle(),
    async stop() {
      for (const stop of stops) stop();
      await queue.stop();
    },
  };
}

const specOf = (object: ApiObject): Partial<Spec> => narrow<ApiService>(object).spec ?? {};

/** A spec with its defaults, for comparison. */
function textOf(spec: Partial<Spec>): string {
  const { service = null, group = "", version, insecureSkipTLSVerify = false, caBundle = "" } = spec;
  const { groupPriorityMinimum, versionPriority } = spec;
  return JSON.stringify([
    service,
    group,
    version,
    insecureSkipTLSVerify,
    caBundle,
    groupPriorityMinimum,
    versionPriority,
  ]);
}
