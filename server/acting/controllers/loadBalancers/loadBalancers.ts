import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { formatAddress, parseAddress } from "../../../ground/formats/addresses/addresses.ts";
import type { ObjectChange } from "../../../store/cache/reader.ts";
import { keyOf, splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { balancerAddresses, freeAddress } from "./addressPools.ts";
import {
  type BalancedService,
  balancerChanges,
  changesPorts,
  type Ingress,
  needsLoadBalancer,
} from "./balancedService.ts";

const SERVICES = { group: "", version: "v1", resource: "services" };

/**
 * Assigns simulated load balancer addresses to services of type LoadBalancer, as a cloud provider would. The addresses
 * come from ranges that are reserved for documentation, and are not reachable from outside the simulation.
 */
export function loadBalancerController(parts: InformedParts): RunningController {
  const { client, informers, recorder, vocabulary } = parts;
  const services = informers.of(SERVICES);
  const finalizer = vocabulary.render("service.{labelDomain}/load-balancer-cleanup");
  /** Services whose load balancer must be reconciled even though it is complete. */
  const changed = new Set<string>();

  const hasFinalizer = ({ metadata }: BalancedService): boolean => (metadata.finalizers ?? []).includes(finalizer);
  const needsCleanup = (service: BalancedService): boolean =>
    hasFinalizer(service) && (service.metadata.deletionTimestamp !== undefined || !needsLoadBalancer(service));
  const ingressOf = ({ status }: BalancedService): readonly Ingress[] => status?.loadBalancer?.ingress ?? [];

  /** Writes the load balancer part of a service's status. */
  async function write(service: BalancedService, change: Partial<BalancedService>): Promise<BalancedService> {
    const { namespace, name } = service.metadata;
    const ref = { ...SERVICES, namespace, name, subresource: "status" };
    return decoded<BalancedService>(await client.update(ref, { ...service, ...change }));
  }

  async function cleanUp(service: BalancedService): Promise<void> {
    recorder.record(service, "Normal", "DeletingLoadBalancer", "Deleting load balancer");
    const finalizers = (service.metadata.finalizers ?? []).filter((each) => each !== finalizer);
    await write(service, {
      metadata: { ...service.metadata, finalizers },
      status: { ...service.status, loadBalancer: {} },
    });
    recorder.record(service, "Normal", "DeletedLoadBalancer", "Deleted load balancer");
  }

  /** One address per family; the service keeps its existing addresses. @throws Error when no address is left */
  function wantedIngress(service: BalancedService): Ingress[] {
    const key = keyOf(service);
    const isTaken = (address: string): boolean =>
      services.by(balancerAddresses, address).some((other) => keyOf(other) !== key);
    const wished = parseAddress(service.spec?.loadBalancerIP ?? "");
    return (service.spec?.ipFamilies ?? ["IPv4"]).map((name): Ingress => {
      const family = name === "IPv6" ? "IPv6" : "IPv4";
      const requested = wished?.family === family ? formatAddress(wished) : undefined;
      const known = ingressOf(service).find(
        ({ ip = "" }) => parseAddress(ip)?.family === family && !isTaken(ip) && (requested ?? ip) === ip,
      );
      return known ?? { ip: freeAddress(family, isTaken, requested), ipMode: "VIP" };
    });
  }

  async function ensure(service: BalancedService): Promise<void> {
    recorder.record(service, "Normal", "EnsuringLoadBalancer", "Ensuring load balancer");
    try {
      let current = service;
      if (!hasFinalizer(service)) {
        const finalizers = [...(service.metadata.finalizers ?? []), finalizer];
        current = await write(service, { metadata: { ...service.metadata, finalizers } });
      }
      const ingress = wantedIngress(current);
      if (!deepEqual(ingress, ingressOf(current))) {
        await write(current, { status: { ...current.status, loadBalancer: { ingress } } });
      }
    } catch (error) {
      const detail = `Error syncing load balancer: failed to ensure load balancer: ${messageOf(error)}`;
      recorder.record(service, "Warning", "SyncLoadBalancerFailed", detail);
      throw error;
    }
    recorder.record(service, "Normal", "EnsuredLoadBalancer", "Ensured load balancer");
  }

  function* keys({ type, object, previous }: ObjectChange): Generator<string> {
    const service = object as BalancedService;
    if (type === "deleted") {
      changed.delete(keyOf(service));
      return;
    }
    if (previous !== undefined && previous.metadata.uid === service.metadata.uid) {
      const before = previous as BalancedService;
      const events = [...balancerChanges(service, before)];
      for (const [reason, message] of events) recorder.record(service, "Normal", reason, message);
      if (events.length > 0 || changesPorts(service, before)) changed.add(keyOf(service));
    }
    if (needsLoadBalancer(service) || needsCleanup(service)) yield keyOf(service);
  }

  return startController(parts, {
    // One key at a time, so that no two services get the same address.
    concurrency: 1,
    needs: [services.indexed(balancerAddresses)],
    sources: [{ informer: services, keys }],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const object = services.get(namespace, name);
      if (object === undefined) return undefined;
      const service = decoded<BalancedService>(object);
      if (needsCleanup(service)) await cleanUp(service);
      else if (needsLoadBalancer(service) && service.metadata.deletionTimestamp === undefined) {
        const isServed = hasFinalizer(service) && ingressOf(service).length > 0;
        if (isServed && !changed.has(key)) return undefined;
        await ensure(service);
      }
      changed.delete(key);
      await informers.fresh();
      return undefined;
    },
  });
}
