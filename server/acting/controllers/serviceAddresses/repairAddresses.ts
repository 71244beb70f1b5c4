import type { ApiObject } from "../../../../shared/object.ts";
import { plainAddress } from "../../../api/registry/allocation/ipAllocator.ts";
import { addressesOf } from "../../../api/resources/core/services/serviceHoldings.ts";
import { asService } from "../../../api/resources/core/views.ts";
import {
  addressesRef,
  addressObject,
  belongsTo,
  isLabelled,
  isManaged,
  isOfService,
  parentOf,
} from "../../../api/resources/networking/addresses/addressObjects.ts";
import { canAllocate, rangesOf } from "../../../api/resources/networking/addresses/serviceCidr.ts";
import type { ParentReference } from "../../../api/resources/networking/ipAddressStrategy.ts";
import { type Address, formatAddress, parseAddress } from "../../../ground/formats/addresses/addresses.ts";
import type { SeriesRecorder } from "../../events/seriesRecorder.ts";
import type { Informers } from "../../informers/informers.ts";
import { keyOf, splitKey } from "../../informers/objectKey.ts";
import { resynced } from "../../informers/resynced.ts";
import { type ControllerParts, type RunningController, startController } from "../controller.ts";
import { ignoring } from "../ignoring.ts";

/** Milliseconds between two checks of everything. */
const INTERVAL = 3 * 60_000;

/** Milliseconds that a new address may exist without its stored service: the maximum duration of a request. */
const GRACE = 60_000;

/** The component name in the API server's Events about addresses. */
export const ADDRESS_REPAIR_COMPONENT = "ipallocator-repair-controller";

const [SERVICE, ADDRESS] = ["service", "address"];

export interface AddressRepairParts extends ControllerParts {
  readonly informers: Informers;
  readonly recorder: Pick<SeriesRecorder, "record">;
  log(message: string): void;
}

/** A reason and an action of Events. */
type Reason = readonly [reason: string, action: string];

const ALLOCATION = "ClusterIPAllocation";
const NOT_ALLOCATED: Reason = ["ClusterIPNotAllocated", ALLOCATION];

/**
 * Keeps services and IPAddress objects consistent. It creates a missing object for a service's address, corrects the
 * parent of an object to the service that has its address, and removes an object whose address no service has. This is
 * part of the API server itself.
 */
export function addressRepair(parts: AddressRepairParts): RunningController {
  const { client, vocabulary, informers, timers, now, log, recorder } = parts;
  const ref = addressesRef(vocabulary);
  const services = informers.of({ group: "", resource: "services" });
  const addresses = informers.of({ group: ref.group, resource: ref.resource });
  const ranges = informers.of({ group: ref.group, resource: "servicecidrs" });

  const recordEvent = (object: ApiObject, [reason, action]: Reason, message: string): void => {
    recorder.record(object, { type: "Warning", reason, action, message });
    const { namespace, name } = object.metadata;
    log(namespace === undefined ? message : `${message} (service ${namespace}/${name})`);
  };

  const remove = (name: string): Promise<unknown> => ignoring(["NotFound"], client.delete({ ...ref, name }));
  const create = async (name: string, { metadata }: ApiObject): Promise<void> => {
    const owner = { namespace: metadata.namespace ?? "", name: metadata.name ?? "" };
    await client.create(ref, addressObject(vocabulary, name, owner));
  };

  /** Ensures that an IPAddress object reserves the address for the service. */
  const holdFor = async (service: ApiObject, address: Address): Promise<void> => {
    const name = formatAddress(address);
    const shown = `[${address.family}]: ${name}`;
    if (!ranges.list().some((range) => rangesOf(range).some((each) => canAllocate(each, address)))) {
      const detail = "is not within any configured Service CIDR; please recreate service";
      recordEvent(service, ["ClusterIPOutOfRange", ALLOCATION], `Cluster IP ${shown} ${detail}`);
      return;
    }
    const object = addresses.get("", name);
    if (object === undefined) {
      recordEvent(service, NOT_ALLOCATED, `Cluster IP ${shown} is not allocated; repairing`);
      await create(name, service);
      return;
    }
    const { namespace = "", name: own = "" } = service.metadata;
    const parent = parentOf(object);
    const holder = isOfService(parent) ? services.get(parent?.namespace ?? "", parent?.name ?? "") : undefined;
    const isWrong = holder === undefined;
    if (isWrong) {
      recordEvent(
        service,
        NOT_ALLOCATED,
        `the ClusterIP ${shown} for Service ${namespace}/${own} has a wrong reference; repairing`,
      );
    } else if (!belongsTo(parent, { namespace, name: own }) && hasAddress(holder, name)) {
      const detail = "was assigned to multiple services; please recreate service";
      recordEvent(
        service,
        ["ClusterIPAlreadyAllocated", ALLOCATION],
        `Cluster IP [${address.family}]:${name} ${detail}`,
      );
    }
    if (!isWrong && isLabelled(object, vocabulary)) return;
    await remove(name);
    await create(name, service);
  };

  const lookAtService = async (service: ApiObject): Promise<void> => {
    for (const ip of addressesOf(asService(service).spec)) {
      const address = parseAddress(ip);
      if (address !== undefined) await holdFor(service, address);
      else {
        const message = "Cluster IP <nil> is not a valid IP; please recreate Service";
        recordEvent(service, ["ClusterIPNotValid", "ClusterIPValidation"], message);
      }
    }
  };

  /** Removes an address that no service has. @returns milliseconds after which to check it again */
  const lookAtAddress = async (object: ApiObject): Promise<number | undefined> => {
    if (!isManaged(object, vocabulary)) return undefined;
    const { name = "", creationTimestamp } = object.metadata;
    const parent = parentOf(object);
    const clean = async (reason: string, message: string): Promise<void> => {
      recordEvent(object, [reason, "IPAddressAllocation"], message);
      await remove(name);
    };
    if (!isOfService(parent)) {
      const detail = `appears to have been modified, not referencing a Service ${parentText(parent)}: cleaning up`;
      await clean("IPAddressNotAllocated", `IPAddress ${name} ${detail}`);
      return undefined;
    }
    const service = services.get(parent?.namespace ?? "", parent?.name ?? "");
    if (service !== undefined && hasAddress(service, name)) return undefined;
    // The service that uses it may be about to be stored.
    const left = Date.parse(creationTimestamp ?? "") + GRACE - now();
    if (left >= 0) return left + 1;
    const of = `IPAddress: ${name} for Service ${parent?.namespace ?? ""}/${parent?.name ?? ""}`;
    if (service === undefined) await clean("IPAddressNotAllocated", `${of} appears to have leaked: cleaning up`);
    else await clean("IPAddressWrongReference", `${of} has a wrong reference; cleaning up`);
    return undefined;
  };

  const keyed =
    (kind: string) =>
    ({ object }: { readonly object: ApiObject }) => [`${kind} ${keyOf(object)}`];
  return startController(parts, {
    concurrency: 5,
    sources: [
      { informer: resynced(services, timers, INTERVAL), keys: keyed(SERVICE) },
      { informer: resynced(addresses, timers, INTERVAL), keys: keyed(ADDRESS) },
    ],
    async reconcile(key) {
      const [kind = "", of = ""] = key.split(" ");
      const { namespace, name } = splitKey(of);
      const object = (kind === SERVICE ? services : addresses).get(namespace, name);
      if (object === undefined) return undefined;
      if (kind === SERVICE) {
        await lookAtService(object);
        return undefined;
      }
      const requeueAfter = await lookAtAddress(object);
      return requeueAfter === undefined ? undefined : { requeueAfter };
    },
  });
}

/** Whether a service has an address, in whatever notation. */
const hasAddress = (service: ApiObject, name: string): boolean =>
  addressesOf(asService(service).spec).some((ip) => plainAddress(ip) === name);

/** The parent in the reference's format. */
function parentText(parent: ParentReference | undefined): string {
  if (parent === undefined) return "nil";
  const { group = "", resource = "", namespace = "", name = "" } = parent;
  return `&ParentReference{Group:${group},Resource:${resource},Namespace:${namespace},Name:${name},}`;
}
