import type { PodSpec } from "kubernetes-types/core/v1";

/** A host port that a container requests. */
export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

const ANY = "0.0.0.0";

/** The host ports that a pod requests. */
export const hostPorts = ({ containers }: PodSpec): HostPort[] =>
  containers.flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostIP = "", protocol = "TCP", hostPort = 0 }) =>
      hostPort > 0 ? [{ ip: hostIP === "" ? ANY : hostIP, protocol, port: hostPort }] : [],
    ),
  );

/** The used ports of one node. A port on all addresses conflicts with the same port on any address. */
export class UsedPorts {
  /** By protocol and port: the number of pods for each address. */
  readonly #addresses = new Map<string, Map<string, number>>();

  add(ports: readonly HostPort[], sign: 1 | -1 = 1): void {
    for (const { ip, protocol, port } of ports) {
      const key = `${protocol}/${port}`;
      const addresses = this.#addresses.get(key) ?? new Map<string, number>();
      const count = (addresses.get(ip) ?? 0) + sign;
      if (count > 0) addresses.set(ip, count);
      else addresses.delete(ip);
      if (addresses.size > 0) this.#addresses.set(key, addresses);
      else this.#addresses.delete(key);
    }
  }

  conflictsWith(ports: readonly HostPort[]): boolean {
    return ports.some(({ ip, protocol, port }) => {
      const addresses = this.#addresses.get(`${protocol}/${port}`);
      return addresses !== undefined && (ip === ANY || addresses.has(ip) || addresses.has(ANY));
    });
  }
}
