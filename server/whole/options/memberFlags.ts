import { networkInterfaces } from "node:os";
import { serverAddress } from "../../acting/nodes/nodeNames.ts";
import { readClusterRanges } from "../../api/resources/core/services/clusterRanges.ts";
import {
  formatAddress,
  parseAddress,
  parseCidr,
  validateNonSpecialAddress,
} from "../../ground/formats/addresses/addresses.ts";
import { type FlagGroup, numberFlag, textFlag } from "../../ground/settings/flag.ts";
import { OptionError } from "../../ground/settings/optionError.ts";

/** Options about how this server is known to those that share its store, and to pods. */
export interface MemberOptions {
  readonly advertiseAddress?: string | undefined;
  /** No effect: living servers are counted instead. */
  readonly apiserverCount: number;
  /** `lease`, or `none` to leave the endpoints of the API's own service alone. */
  readonly endpointReconcilerType: string;
}

export const memberFlags: FlagGroup<MemberOptions> = {
  advertiseAddress: {
    ...textFlag("advertise-address", {
      argument: "<address>",
      about: "address under which others reach this server (default: the bind address, or the machine's)",
      default: undefined,
    }),
    read: (texts) => readAddress(texts.at(-1) ?? ""),
  },
  apiserverCount: numberFlag("apiserver-count", {
    argument: "<number>",
    about: "without effect: servers that live are counted (deprecated)",
    min: 1,
    max: 1000,
    default: 1,
  }),
  endpointReconcilerType: {
    ...textFlag("endpoint-reconciler-type", {
      argument: "<type>",
      about: "who keeps the endpoints of the API's own service: lease, master-count (as lease), none",
      default: "lease",
    }),
    read(texts) {
      const type = texts.at(-1) ?? "";
      if (["lease", "master-count", "none"].includes(type)) return type;
      throw new OptionError(
        `--endpoint-reconciler-type must be lease, master-count or none, not ${JSON.stringify(type)}`,
      );
    },
  },
};

function readAddress(text: string): string {
  const address = parseAddress(text);
  const [error] = address === undefined ? [{ message: "it is no IP address" }] : validateNonSpecialAddress(text, "");
  if (address === undefined || error !== undefined) {
    throw new OptionError(`--advertise-address cannot be ${JSON.stringify(text)}: ${error?.message}`);
  }
  return formatAddress(address);
}

interface AddressOptions extends MemberOptions {
  readonly bindAddress: string;
  readonly serviceClusterIpRange: string;
}

/**
 * The address under which others can reach a server: the one that the flag advertises, or the one it listens on. If it
 * listens on all addresses, it is the machine's first address that has the family of the services' range and is
 * reachable from outside. Undefined when it listens only on loopback.
 * @param interfaces the machine's network interfaces
 */
export function advertisedAddress(
  { advertiseAddress, bindAddress, serviceClusterIpRange }: AddressOptions,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string | undefined {
  if (advertiseAddress !== undefined) return advertiseAddress;
  const bound = parseAddress(bindAddress);
  if (bound === undefined) return undefined;
  if (bound.value !== 0n) return isPublic(bindAddress) ? formatAddress(bound) : undefined;
  const family = parseCidr(readClusterRanges(serviceClusterIpRange)[0])?.family ?? bound.family;
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  return all.find((each) => each.family === family && !each.internal && isPublic(each.address))?.address;
}

/**
 * The address in the endpoints of the API's own service: the advertised one, unless the endpoints are not managed.
 * @throws OptionError when its family differs from that service's own address, so that no client could reach it
 */
export function publishedAddress(
  options: AddressOptions,
  interfaces?: ReturnType<typeof networkInterfaces>,
): string | undefined {
  if (options.endpointReconcilerType === "none") return undefined;
  const address = advertisedAddress(options, interfaces);
  if (address === undefined) return undefined;
  const [range] = readClusterRanges(options.serviceClusterIpRange);
  if (parseAddress(address)?.family === parseCidr(range)?.family) return address;
  throw new OptionError(
    `service IP family ${JSON.stringify(range)} must match public address family ${JSON.stringify(address)}`,
  );
}

/**
 * The address under which simulated pods reach a server that others cannot reach. Undefined if no nodes are simulated,
 * if others can reach the server, and if its endpoints are not managed.
 */
export function insideAddress(options: AddressOptions & { readonly simulatedNodes?: number | undefined }) {
  if ((options.simulatedNodes ?? 0) === 0 || options.endpointReconcilerType === "none") return undefined;
  if (advertisedAddress(options) !== undefined) return undefined;
  return serverAddress(parseCidr(readClusterRanges(options.serviceClusterIpRange)[0])?.family ?? "IPv4");
}

/**
 * The address by which a server is known: the advertised one or, if there is none, the loopback address that it listens
 * on.
 */
export function knownAddress(options: AddressOptions): string {
  const advertised = advertisedAddress(options);
  if (advertised !== undefined) return advertised;
  const bound = parseAddress(options.bindAddress);
  if (bound !== undefined && bound.value !== 0n) return formatAddress(bound);
  return bound?.family === "IPv6" ? "::1" : "127.0.0.1";
}

const isPublic = (text: string): boolean => validateNonSpecialAddress(text, "").length === 0;
