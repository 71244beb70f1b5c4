import type { CommandContext } from "./command.ts";

/** The values of a keyword in `/etc/resolv.conf`: `nameserver`, `search`. */
export async function resolverWords({ fs }: Pick<CommandContext, "fs">, kind: string): Promise<string[]> {
  const lines = (await fs.readFile("/etc/resolv.conf")).split("\n").map((line) => line.split(" "));
  return lines.filter(([word]) => word === kind).flatMap(([, ...rest]) => rest);
}

/** The name service to ask: the first one in `/etc/resolv.conf`, or else the machine's default. */
export async function nameServer(context: Pick<CommandContext, "fs">): Promise<string> {
  const [server = "127.0.0.1"] = await resolverWords(context, "nameserver").catch(() => []);
  return server;
}
