import { BlockList, isIP } from "node:net";
import { ClusterError } from "../cluster.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy through which to reach `url`: the cluster's own `proxy-url`, or else that of the environment
 * (`HTTPS_PROXY`, `HTTP_PROXY`, less `NO_PROXY`, in either case). The environment's proxy is not used for loopback
 * addresses.
 * @throws ClusterError for an unsupported proxy
 */
export function proxyFor(url: string, own: string, environment: Environment): string | undefined {
  const target = new URL(url);
  const read = (name: string): string => environment[name] || environment[name.toLowerCase()] || "";
  if (own !== "") return checked(own, "proxy-url");
  const name = target.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const proxy = read(name);
  if (proxy === "" || isExempt(target, read("NO_PROXY"))) return undefined;
  return checked(proxy.includes("://") ? proxy : `http://${proxy}`, name);
}

function checked(proxy: string, from: string): string {
  if (/^socks/i.test(proxy)) {
    throw new ClusterError(
      `The proxy of ${from} speaks SOCKS, which Orrery does not. Name an http:// or https:// proxy.`,
      "unreachable",
    );
  }
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol)) {
    throw new ClusterError(`The proxy of ${from} is no http:// or https:// address.`, "unreachable");
  }
  return proxy;
}

/**
 * Whether a comma-separated `NO_PROXY` exempts an address. A part is `*`, a domain (including its subdomains; with a
 * leading dot or `*.` only the subdomains), an IP address or a CIDR block; a domain or address may include a port.
 */
export function isExempt(target: URL, list: string): boolean {
  const host = target.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = target.port || (target.protocol === "https:" ? "443" : "80");
  if (host === "localhost" || host === "::1" || /^127\./.test(host)) return true;
  return list
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .some((part) => part !== "" && (part === "*" || matches(part, host, port)));
}

function matches(part: string, host: string, port: string): boolean {
  if (part.includes("/")) return inBlock(part, host);
  const [, name = "", wantedPort] = /^(\[[^\]]+\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(part) ?? [];
  if (wantedPort !== undefined && wantedPort !== port) return false;
  const plain = name.replace(/^\[|\]$/g, "");
  if (isIP(plain)) return plain === host;
  const below = plain.replace(/^\*/, "");
  if (below.startsWith(".")) return host.endsWith(below);
  return host === plain || host.endsWith(`.${plain}`);
}

function inBlock(part: string, host: string): boolean {
  const [address = "", bits = ""] = part.split("/");
  const family = isIP(address);
  if (family === 0 || isIP(host) !== family || !/^\d{1,3}$/.test(bits)) return false;
  const type = family === 4 ? "ipv4" : "ipv6";
  const block = new BlockList();
  try {
    block.addSubnet(address, Number(bits), type);
  } catch {
    return false;
  }
  return block.check(host, type);
}
