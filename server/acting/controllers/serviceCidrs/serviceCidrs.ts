import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { isManaged, rangesRef } from "../../../api/resources/networking/addresses/addressObjects.ts";
import { rangesOf, readiness } from "../../../api/resources/networking/addresses/serviceCidr.ts";
import { parseAddress } from "../../../ground/formats/addresses/addresses.ts";
import { overlap } from "../../../ground/formats/addresses/cidrRelations.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { mayBeDeleted } from "./rangeDeletion.ts";
import { type Readiness, readyStatus } from "./readyStatus.ts";

/** Milliseconds that a range stays after the request for its deletion, so that every server has learned of it. */
const GRACE = 10_000;

const READY: Omit<Readiness, "time"> = { status: "True", message: "{Product} Service CIDR is ready" };
const STILL_REFERENCED: Omit<Readiness, "time"> = {
  status: "False",
  reason: "Terminating",
  message: "There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR",
};

/**
 * Manages the service ranges: marks them as ready, and removes a finalizer of deleted ones when no address would be
 * left without a range.
 */
export function serviceCidrController(parts: InformedParts): RunningController {
  const { client, informers, vocabulary, recorder, now } = parts;
  const manager = "service-cidr-controller";
  const finalizer = vocabulary.render("networking.{domain}/service-cidr-finalizer");
  const ref = rangesRef(vocabulary);
  const ranges = informers.of({ group: ref.group, resource: "servicecidrs" });
  const addresses = informers.of({ group: ref.group, resource: "ipaddresses" });

  const hasCondition = (object: ApiObject, { status, reason = "", message }: Omit<Readiness, "time">): boolean => {
    const condition = readiness(object);
    return (
      condition?.status === status &&
      (condition.reason ?? "") === reason &&
      condition.message === vocabulary.render(message)
    );
  };
  const applyCondition = async (object: ApiObject, condition: Omit<Readiness, "time">): Promise<void> => {
    if (hasCondition(object, condition)) return;
    const one = { ...ref, name: object.metadata.name ?? "", subresource: "status" };
    await client.apply(one, readyStatus(vocabulary, one.name, { ...condition, time: now() }), {
      fieldManager: manager,
    });
  };

  const setFinalizers = async (object: ApiObject, finalizers: readonly string[]): Promise<void> => {
    const { name = "", resourceVersion } = object.metadata;
    await client.patch({ ...ref, name }, { metadata: { finalizers, resourceVersion } });
  };

  const keep = async (object: ApiObject): Promise<void> => {
    const { finalizers = [] } = object.metadata;
    if (!finalizers.includes(finalizer)) await setFinalizers(object, [...finalizers, finalizer]);
    try {
      await applyCondition(object, READY);
    } catch (error) {
      if (isApiError(error, "NotFound")) throw error;
      const message = "The ServiceCIDR Status can not be set to Ready=True";
      recorder.record(object, "Warning", `${vocabulary.render("{Product}")}ServiceCIDRError`, message);
      throw error;
    }
  };

  const finalize = async (object: ApiObject): Promise<{ readonly requeueAfter: number } | undefined> => {
    const isKept = (address: ApiObject): boolean => isManaged(address, vocabulary);
    if (!(await inTurns(mayBeDeleted(object, ranges.list(), addresses.list(), isKept)))) {
      await applyCondition(object, STILL_REFERENCED);
      return undefined;
    }
    const left = Date.parse(object.metadata.deletionTimestamp ?? "") + GRACE - now();
    if (left > 0) return { requeueAfter: left };
    const { finalizers = [] } = object.metadata;
    if (!finalizers.includes(finalizer)) return undefined;
    await setFinalizers(
      object,
      finalizers.filter((each) => each !== finalizer),
    );
    return undefined;
  };

  /** The ranges that contain an address: adding or removing the address decides whether they may be removed. */
  const around = ({ metadata: { name = "" } }: ApiObject): string[] => {
    const address = parseAddress(name);
    if (address === undefined) return [];
    const one = { ...address, base: address.value, prefix: address.family === "IPv4" ? 32 : 128, size: 1n };
    return namesOf(ranges.list().filter((range) => rangesOf(range).some((each) => overlap(each, one))));
  };
  /** The range itself and those that overlap it: their addresses may have gained or lost another range. */
  const touched = (object: ApiObject): string[] => {
    const own = rangesOf(object);
    const over = ranges.list().filter((range) => rangesOf(range).some((each) => own.some((it) => overlap(each, it))));
    return [object.metadata.name ?? "", ...namesOf(over)];
  };

  return startController(parts, {
    sources: [
      { informer: ranges, keys: ({ object }) => new Set(touched(object)) },
      {
        informer: addresses,
        keys: ({ type, object }) => (type === "modified" || !isManaged(object, vocabulary) ? [] : around(object)),
      },
    ],
    async reconcile(name) {
      const object = ranges.get("", name);
      if (object === undefined) return undefined;
      try {
        if (object.metadata.deletionTimestamp !== undefined) return await finalize(object);
        await keep(object);
      } catch (error) {
        if (!isApiError(error, "NotFound")) throw error;
      }
      return undefined;
    },
  });
}

const namesOf = (objects: readonly ApiObject[]): string[] => objects.map(({ metadata }) => metadata.name ?? "");
