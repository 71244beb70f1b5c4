import type { CallMessage } from "../messages.ts";
import type { ShellProcess } from "../shellProcess.ts";
import type { CommandContext } from "./command.ts";

type Files = Pick<CommandContext, "fs">;

/** A line of a hosts file: an address and its names, the full one first. */
export interface HostsLine {
  readonly address: string;
  readonly names: readonly string[];
}

const HOSTS = "/etc/hosts";

/** The lines of the container's `/etc/hosts`; empty when it has no such file. */
export async function hostsLines({ fs }: Files): Promise<HostsLine[]> {
  if (!(await fs.exists(HOSTS))) return [];
  return (await fs.readFile(HOSTS)).split("\n").flatMap((line) => {
    const [address = "", ...names] = (line.split("#")[0] ?? "").trim().split(/\s+/);
    return names.length === 0 ? [] : [{ address, names }];
  });
}

/** The lines that contain a name, ignoring case. */
export async function linesNamed(host: string, files: Files): Promise<HostsLine[]> {
  const wanted = host.replace(/\.$/, "").toLowerCase();
  return (await hostsLines(files)).filter(({ names }) => names.some((name) => name.toLowerCase() === wanted));
}

/** The addresses of a name from the container's `/etc/hosts`, or else from the name service. */
export async function addressesOf(run: ShellProcess, host: string, files: Files): Promise<readonly string[]> {
  const own = await linesNamed(host, files);
  if (own.length > 0) return own.map(({ address }) => address);
  return (await run.parts.call({ name: "resolve", host })) as readonly string[];
}

/**
 * The host to contact: the name's address in the container's `/etc/hosts`, preferably IPv4, or else the name itself,
 * which the network then resolves.
 */
export async function resolvedHost(host: string, files: Files): Promise<string> {
  const addresses = (await linesNamed(host, files)).map(({ address }) => address);
  return addresses.find((address) => !address.includes(":")) ?? addresses[0] ?? host;
}

/** Makes a call to the network, after resolving its host with the container's `/etc/hosts`. */
export async function callHost<T extends Extract<CallMessage, { readonly host: string }>>(
  run: ShellProcess,
  what: T,
  files: Files,
  signal?: AbortSignal,
): Promise<unknown> {
  return run.parts.call({ ...what, host: await resolvedHost(what.host, files) }, signal);
}
