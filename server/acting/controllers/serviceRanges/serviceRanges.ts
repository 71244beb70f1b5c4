import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { GroupResource } from "../../../../shared/object.ts";
import { microTimestamp } from "../../../../shared/time.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { RepairedRange, RepairedRanges } from "../../../api/resources/core/services/allocators.ts";
import { addressesOf, nodePortsOf } from "../../../api/resources/core/services/serviceHoldings.ts";
import { asService } from "../../../api/resources/core/views.ts";
import { apiFamilyOf, familyOf, parseAddress } from "../../../ground/formats/addresses/addresses.ts";
import type { Timers } from "../../../ground/timing/timers.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import { createRepair, type Finding, type RangeWords } from "./repairRange.ts";

const SERVICES = { group: "", resource: "services" };

/** Milliseconds between two rounds. */
const INTERVAL = 3 * 60_000;

/** Lists the existing services, and whether all of them can be read. */
export interface ServiceReader extends Pick<ObjectReader, "list" | "fresh"> {
  cache(resource: GroupResource): { readonly complete: boolean };
}

export interface ServiceRangeParts {
  readonly ranges: RepairedRanges;
  /**
   * Whether IPAddress objects exist in addition to the allocation maps. Services may then have addresses of other
   * ranges, and the repair of these objects reports problems.
   */
  readonly keepsObjects?: boolean;
  readonly client: Pick<ApiClient, "create">;
  readonly hub: ServiceReader;
  readonly vocabulary: Vocabulary;
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  now(): number;
  log(message: string): void;
  onError(error: unknown): void;
}

export interface ServiceRangeRepair {
  /** Rejects when the stored ranges differ from this server's, or cannot be read. */
  readonly first: Promise<void>;
  /** Stops, and waits for a round in progress. */
  stop(): Promise<void>;
}

const bracketed = (ip: string): string => `[${parseAddress(ip)?.family}]:${ip}`;

/** The reference's words for addresses. */
const ADDRESSES: RangeWords = {
  thing: "the cluster IP",
  notAllocated: (ip) => ["ClusterIPNotAllocated", `Cluster IP ${bracketed(ip)} is not allocated; repairing`],
  alreadyAllocated: (ip) => [
    "ClusterIPAlreadyAllocated",
    `Cluster IP ${bracketed(ip)} was assigned to multiple services; please recreate Service`,
  ],
  outOfRange(ip, range) {
    const address = parseAddress(ip);
    if (address === undefined) {
      return ["ClusterIPNotValid", `Cluster IP ${ip} is not a valid IP; please recreate Service`];
    }
    if (address.family !== familyOf(range)) {
      const detail = "is of ip family that is no longer configured on cluster; please recreate Service";
      return ["ClusterIPNotValid", `Cluster IP ${ip}(${address.family}) ${detail}`];
    }
    const note = `Cluster IP ${bracketed(ip)} is not within the service CIDR ${range}; please recreate Service`;
    return ["ClusterIPOutOfRange", note];
  },
};

const PORTS: RangeWords = {
  thing: "the node port",
  notAllocated: (port) => ["PortNotAllocated", `Port ${port} is not allocated; repairing`],
  alreadyAllocated: (port) => [
    "PortAlreadyAllocated",
    `Port ${port} was assigned to multiple services; please recreate service`,
  ],
  outOfRange: (port, range) => [
    "PortOutOfRange",
    `Port ${port} is not within the port range ${range}; please recreate service`,
  ],
};

/** Repairs the stored ranges of service addresses and node ports: at once, and every three minutes. */
export function serviceRangeRepair(parts: ServiceRangeParts): ServiceRangeRepair {
  const { ranges, hub, timers, log, onError, keepsObjects = false } = parts;
  const events: Promise<unknown>[] = [];
  const services = async () => {
    await hub.fresh();
    return { known: [...hub.list(SERVICES)], complete: hub.cache(SERVICES).complete };
  };
  const reporter = (controller: string, action: string) => (finding: Finding) =>
    void events.push(parts.client.create(...eventOf(parts, finding, { controller, action })).catch(onError));
  const { clusterIPs, secondaryClusterIPs } = ranges;
  const addressRanges = [clusterIPs, secondaryClusterIPs].flatMap((range) => range ?? []);
  /** The range under which an address is reported: the one of its family, or else the first. */
  const reportedFor = (ip: string): RepairedRange | undefined =>
    addressRanges.find(({ space }) => familyOf(space.description) === apiFamilyOf(ip)) ?? addressRanges[0];
  const isOf = (ip: string, repaired: RepairedRange): boolean =>
    keepsObjects ? repaired.space.offsetOf(ip) !== undefined : reportedFor(ip) === repaired;
  const reportAddress = reporter("ipallocator-repair-controller", "ClusterIPAllocation");
  const rounds = [
    ...addressRanges.map((repaired) =>
      createRepair({
        repaired,
        words: ADDRESSES,
        services,
        log,
        holdings: (service) => addressesOf(asService(service).spec).filter((ip) => isOf(ip, repaired)),
        report: keepsObjects ? () => undefined : reportAddress,
      }),
    ),
    createRepair({
      repaired: ranges.nodePorts,
      words: PORTS,
      services,
      log,
      holdings: (service) => nodePortsOf(asService(service).spec),
      report: reporter("portallocator-repair-controller", "PortAllocation"),
    }),
  ];
  let stopped = false;
  let cancel = (): void => undefined;
  const repair = async (): Promise<void> => {
    await Promise.all(rounds.map((round) => round()));
    await Promise.all(events.splice(0));
  };
  const wait = (): void => {
    if (stopped) return;
    cancel = timers.after(INTERVAL, () => {
      working = repair().catch(onError).then(wait);
    });
  };
  const first = repair();
  let working: Promise<void> = first.then(wait, () => undefined);
  return {
    first,
    async stop() {
      stopped = true;
      cancel();
      await working;
    },
  };
}

/** A warning about a service. */
function eventOf(
  { vocabulary, now }: Pick<ServiceRangeParts, "vocabulary" | "now">,
  { service, reason, note }: Finding,
  { controller, action }: { readonly controller: string; readonly action: string },
): Parameters<ApiClient["create"]> {
  const { namespace = "", name = "", uid, resourceVersion } = service.metadata;
  const group = vocabulary.render("events.{domain}");
  const event = {
    apiVersion: `${group}/v1`,
    kind: "Event",
    metadata: { namespace, name: `${name}.${randomUUID().replaceAll("-", "").slice(0, 16)}` },
    eventTime: microTimestamp(now()),
    reportingController: controller,
    reportingInstance: `${controller}-${hostname()}`,
    action,
    reason,
    regarding: { apiVersion: "v1", kind: "Service", namespace, name, uid, resourceVersion },
    note,
    type: "Warning",
  };
  return [{ group, version: "v1", resource: "events", namespace }, event];
}
