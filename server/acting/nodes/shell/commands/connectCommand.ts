import { goDuration } from "../../programs/goDuration.ts";
import type { ShellProcess } from "../shellProcess.ts";
import { type CommandContext, failed } from "./command.ts";
import { addressesOf, resolvedHost } from "./hostNames.ts";

/** Milliseconds after which an operating system abandons an unanswered connection attempt. */
const SYSTEM_TIMEOUT = 127_000;
const FLAGS = new Set(["timeout", "protocol", "udp-data", "sctp-data"]);

interface Target {
  readonly host: string;
  readonly port: number;
  /** Milliseconds; 0 for the operating system's limit. */
  readonly timeout: number;
}

/**
 * Attempts a connection, and reports the reason for a failure as a word that tests look for: UNKNOWN, TIMEOUT, DNS,
 * REFUSED, OTHER.
 */
export async function connectCommand(run: ShellProcess, args: readonly string[], context: CommandContext) {
  const { flags, operands } = readFlags(args);
  const unknown = [...flags.keys()].find((name) => !FLAGS.has(name));
  if (unknown !== undefined) return failed(`Error: unknown flag: --${unknown}`);
  const [destination = ""] = operands;
  if (operands.length !== 1) return failed(`Error: accepts 1 arg(s), received ${operands.length}`);
  const timeout = goDuration(flags.get("timeout") ?? "0");
  if (timeout === undefined) {
    const text = JSON.stringify(flags.get("timeout"));
    return failed(`Error: invalid argument ${text} for "--timeout" flag: time: invalid duration ${text}`);
  }
  const protocol = flags.get("protocol") || "tcp";
  if (protocol !== "tcp" && protocol !== "udp" && protocol !== "sctp")
    return failed(`Unsupported protocol\n${protocol}`);
  const place = splitHostPort(destination);
  if (typeof place === "string") return failed(`${protocol === "tcp" ? "UNKNOWN" : "DNS"}: ${place}`);
  const port = /^\d{1,5}$/.test(place.port) ? Number(place.port) : undefined;
  if (port === undefined || port > 65_535) return failed(`DNS: lookup ${protocol}/${place.port}: unknown port`);
  const host = place.host === "" ? "localhost" : place.host;
  const addresses = await addressesOf(run, host, context);
  if (addresses.length === 0) return failed(`DNS: lookup ${host}: no such host`);
  const target = { host: await resolvedHost(host, context), port, timeout };
  return protocol === "tcp"
    ? connectTcp(run, target)
    : sendMessage(run, target, protocol, flags.get(`${protocol}-data`) ?? "hostname");
}

async function connectTcp(run: ShellProcess, { host, port, timeout }: Target) {
  const problem = (await run.parts.call({ name: "connect", host, port })) as string;
  if (problem === "") return "";
  if (problem === "Connection refused") return failed("REFUSED");
  await wait(run, timeout > 0 ? timeout : SYSTEM_TIMEOUT);
  return failed("TIMEOUT");
}

/** Sends a message, and waits for a reply or a refusal up to the timeout. */
async function sendMessage(run: ShellProcess, target: Target, name: "udp" | "sctp", data: string) {
  const { host, port, timeout } = target;
  const protocol = name === "udp" ? "UDP" : "SCTP";
  const problem = (await run.parts.call({ name: "connect", host, port, protocol })) as string;
  if (problem === "Connection refused") {
    return failed(
      name === "udp" ? `REFUSED: read udp ${host}:${port}: read: connection refused` : "OTHER: connection refused",
    );
  }
  if (problem === "") {
    const text = `${data}\n`;
    const answer = (await run.parts.call({ name: "datagram", host, port, text, protocol })) as string | undefined;
    if (answer !== undefined && answer !== "") return "";
  }
  await wait(run, timeout > 0 || name === "sctp" ? timeout : Number.POSITIVE_INFINITY);
  return failed(name === "udp" ? `TIMEOUT: read udp ${host}:${port}: i/o timeout` : "TIMEOUT");
}

const wait = (run: ShellProcess, milliseconds: number): Promise<unknown> =>
  run.signals.during((signal) => run.parts.call({ name: "sleep", milliseconds }, signal));

function readFlags(args: readonly string[]) {
  const flags = new Map<string, string>();
  const operands: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const [, name, value] = /^--([a-z-]+)(?:=([\s\S]*))?$/.exec(args[i] ?? "") ?? [];
    if (name === undefined) operands.push(args[i] ?? "");
    else if (value !== undefined) flags.set(name, value);
    else {
      i += 1;
      flags.set(name, args[i] ?? "");
    }
  }
  return { flags, operands };
}

/** @returns an error in Go's words for an invalid text */
function splitHostPort(text: string): { readonly host: string; readonly port: string } | string {
  const [, bracketed, after] = /^\[([^\]]*)\]:([^:]*)$/.exec(text) ?? [];
  if (bracketed !== undefined) return { host: bracketed, port: after ?? "" };
  const parts = text.split(":");
  if (parts.length === 1) return `address ${text}: missing port in address`;
  if (parts.length > 2) return `address ${text}: too many colons in address`;
  return { host: parts[0] ?? "", port: parts[1] ?? "" };
}
