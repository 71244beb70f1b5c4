import type { CustomCommand } from "just-bash/browser";
import { bracketed } from "../../../../ground/formats/addresses/addresses.ts";
import { holds } from "../processes/capabilities.ts";
import type { ShellProcess } from "../shellProcess.ts";
import { type CommandContext, command, failed, isOutputStreamed, readOptions } from "./command.ts";
import { curl } from "./curlCommand.ts";
import { addressesOf, callHost, hostsLines, linesNamed } from "./hostNames.ts";
import { fetchFor } from "./httpOptions.ts";
import { nameServer } from "./resolver.ts";
import { wget } from "./wgetCommand.ts";

/** Commands that reach other programs of the sandbox and the API server, but never the outside world. */
export function networkCommands(run: ShellProcess): CustomCommand[] {
  const { signals, parts } = run;
  return [
    command("curl", (args, context) =>
      curl(
        args,
        context,
        fetchFor(run, context),
        isOutputStreamed(context) ? (bytes) => void run.print("stdout", bytes) : undefined,
      ),
    ),
    command("wget", (args, context) => wget(args, context, fetchFor(run, context))),
    command("nslookup", async ([host = ""], context) => {
      // `nslookup` ignores the hosts file: it asks only the name service.
      const addresses = (await parts.call({ name: "resolve", host })) as string[];
      const asked = await nameServer(context);
      const server = `Server:\t\t${asked}\nAddress:\t${bracketed(asked)}:53\n\n`;
      if (addresses.length === 0) {
        return { stdout: `${server}** server can't find ${host}: NXDOMAIN\n\n`, exitCode: 1 };
      }
      return `${server}${addresses.map((address) => `Name:\t${host}\nAddress: ${address}\n`).join("")}\n`;
    }),
    command("getent", ([database = "", host = ""], context) => getent(run, database, host, context)),
    command("nc", async (args, context) => {
      const { operands, flags } = readOptions(args, "wpqs");
      const text = context.stdin as unknown as string;
      const [host = "", port = ""] = operands;
      if (flags.has("u")) {
        if (flags.has("z")) return { stderr: flags.has("v") ? `${host} (${host}:${port}) open\n` : "" };
        return (
          ((await callHost(run, { name: "datagram", host, port: Number(port), text }, context)) as
            | string
            | undefined) ?? ""
        );
      }
      const problem = (await callHost(run, { name: "connect", host, port: Number(port) }, context)) as string;
      if (problem !== "") return flags.has("v") ? failed(`nc: ${host} (${host}:${port}): ${problem}`) : { exitCode: 1 };
      const stderr = flags.has("v") ? `${host} (${host}:${port}) open\n` : "";
      if (flags.has("z") || text === "") return { stderr };
      const bytes = Buffer.from(text, "latin1");
      const answer = (await signals.during((signal) =>
        callHost(run, { name: "exchange", host, port: Number(port), bytes }, context, signal),
      )) as Uint8Array;
      return { stderr, stdout: Buffer.from(answer).toString("latin1"), stdoutKind: "bytes" as const };
    }),
    command("ping", async (args, context) => {
      const { operands, values } = readOptions(args, "cwWi");
      const host = operands[0] ?? "";
      if (!(await mayPing(run, context))) return failed("ping: permission denied (are you root?)");
      const [address] = await addressesOf(run, host, context);
      if (address === undefined) return failed(`ping: bad address '${host}'`);
      const count = Math.min(Number(values.get("c") ?? 4) || 4, 100);
      const lines = Array.from(
        { length: count },
        (_, i) => `64 bytes from ${address}: seq=${i} ttl=64 time=0.100 ms\n`,
      );
      return `PING ${host} (${address}): 56 data bytes\n${lines.join("")}\n--- ${host} ping statistics ---\n${count} packets transmitted, ${count} packets received, 0% packet loss\n`;
    }),
  ];
}

/** The output of `getent hosts` and `getent ahosts` for a name, or of `getent hosts` for an address. */
async function getent(run: ShellProcess, database: string, host: string, context: CommandContext) {
  const isSocketAddress = /^ahosts(v[46])?$/.test(database);
  if (!isSocketAddress && database !== "hosts") return failed(`Unknown database: ${database}`);
  if (!isSocketAddress) {
    const [line] = [
      ...(await linesNamed(host, context)),
      ...(await hostsLines(context)).filter(({ address }) => address === host),
    ];
    if (line !== undefined) return `${line.address.padEnd(16)}${line.names.join(" ")}\n`;
  }
  const addresses = (await addressesOf(run, host, context)).filter(
    (address) => !/v[46]$/.test(database) || address.includes(":") === database.endsWith("6"),
  );
  const [address] = addresses;
  if (address === undefined) return { exitCode: 2 };
  if (!isSocketAddress) return `${address.padEnd(16)}${host}\n`;
  const kinds = addresses.flatMap((each) => ["STREAM", "DGRAM", "RAW"].map((kind) => [each, kind] as const));
  return kinds.map(([each, kind], i) => `${each.padEnd(15)} ${kind.padEnd(6)} ${i === 0 ? host : ""}\n`).join("");
}

/**
 * Whether a user may send ICMP echo requests: with the capability, or as a member of a group that the kernel permits.
 */
async function mayPing({ parts }: ShellProcess, { fs }: CommandContext): Promise<boolean> {
  const { user } = parts.machine;
  if (holds(user, "NET_RAW")) return true;
  const path = "/proc/sys/net/ipv4/ping_group_range";
  if (!(await fs.exists(path))) return false;
  const [first = 1, last = 0] = (await fs.readFile(path)).trim().split(/\s+/).map(Number);
  return user.groups.some((group) => group >= first && group <= last);
}
