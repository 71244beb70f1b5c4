import type { CallMessage } from "../messages.ts";
import type { ShellProcess } from "../shellProcess.ts";
import type { CommandContext } from "./command.ts";

type Files = Pick<CommandContext, "fs">;

/** A line of a file of hosts: an address, and the names that stand for it, the full one first. */
export interface HostsLine {
  readonly address: string;
  readonly names: readonly string[];
}

const HOSTS = "/etc/hosts";

/** The lines of a container's file of hosts that name an address; none where it has no such file. */
export async function hostsLines({ fs }: Files): Promise<HostsLine[]> {
  if (!(await fs.exists(HOSTS))) return [];
  return (await fs.readFile(HOSTS)).split("\n").flatMap((line) => {
    const [address = "", ...names] = (line.split("#")[0] ?? "").trim().split(/\s+/);
    return names.length === 0 ? [] : [{ address, names }];
  });
}

/** The lines that have a name, whatever the case of its letters. */
export async function linesNamed(host: string, files: Files): Promise<HostsLine[]> {
  const wanted = host.replace(/\.$/, "").toLowerCase();
  return (await hostsLines(files)).filter(({ names }) => names.some((name) => name.toLowerCase() === wanted));
}

/** The addresses of a name: those of the container's file of hosts, or else what the name service says. */
export async function addressesOf(run: ShellProcess, host: string, files: Files): Promise<readonly string[]> {
  const own = await linesNamed(host, files);
  if (own.length > 0) return own.map(({ address }) => address);
  return (await run.parts.call({ name: "resolve", host })) as readonly string[];
}

/**
 * Whom to ask for a name: the address that the container's file of hosts gives it, an IPv4 one where it has one, or else
 * the name, which the network looks up.
 */
export async function hostToAsk(host: string, files: Files): Promise<string> {
  const addresses = (await linesNamed(host, files)).map(({ address }) => address);
  return addresses.find((address) => !address.includes(":")) ?? addresses[0] ?? host;
}

/** A call to the network whose host the container's file of hosts may know. */
export async function callHost<T extends Extract<CallMessage, { readonly host: string }>>(
  run: ShellProcess,
  what: T,
  files: Files,
  signal?: AbortSignal,
): Promise<unknown> {
  return run.parts.call({ ...what, host: await hostToAsk(what.host, files) }, signal);
}
