import type { CustomCommand } from "just-bash/browser";
import type { FetchedMessage, FetchMessage } from "../messages.ts";
import type { ShellProcess } from "../shellProcess.ts";
import { type CommandContext, command, failed, readOptions } from "./command.ts";

/** Redirections that are followed. */
const MOST_REDIRECTIONS = 20;

/** Commands that reach other programs of the sandbox. None reaches the world outside. */
export function networkCommands(run: ShellProcess): CustomCommand[] {
  const { signals, parts } = run;
  const fetch = (request: FetchMessage): Promise<FetchedMessage> =>
    signals.during((signal) => parts.call({ name: "fetch", request }, signal)) as Promise<FetchedMessage>;
  const resolve = async (host: string): Promise<string[]> => (await parts.call({ name: "resolve", host })) as string[];
  return [
    command("curl", (args, context) => curl(args, context, fetch)),
    command("wget", (args, context) => wget(args, context, fetch)),
    command("nslookup", async ([host = ""]) => {
      const addresses = await resolve(host);
      const server = "Server:\t\t10.96.0.10\nAddress:\t10.96.0.10:53\n\n";
      if (addresses.length === 0) {
        return { stdout: `${server}** server can't find ${host}: NXDOMAIN\n\n`, exitCode: 1 };
      }
      return `${server}${addresses.map((address) => `Name:\t${host}\nAddress: ${address}\n`).join("")}\n`;
    }),
    command("getent", async ([database = "", host = ""]) => {
      const isSocketAddress = /^ahosts(v[46])?$/.test(database);
      if (!isSocketAddress && database !== "hosts") return failed(`Unknown database: ${database}`);
      const addresses = (await resolve(host)).filter(
        (address) => !/v[46]$/.test(database) || address.includes(":") === database.endsWith("6"),
      );
      const [address] = addresses;
      if (address === undefined) return { exitCode: 2 };
      if (!isSocketAddress) return `${address.padEnd(16)}${host}\n`;
      const kinds = addresses.flatMap((each) => ["STREAM", "DGRAM", "RAW"].map((kind) => [each, kind] as const));
      return kinds.map(([each, kind], i) => `${each.padEnd(15)} ${kind.padEnd(6)} ${i === 0 ? host : ""}\n`).join("");
    }),
    command("nc", async (args, context) => {
      const { operands, flags } = readOptions(args, "wpqs");
      const text = context.stdin as unknown as string;
      const [host = "", port = ""] = operands;
      if (flags.has("u")) {
        if (flags.has("z")) return { stderr: flags.has("v") ? `${host} (${host}:${port}) open\n` : "" };
        return ((await parts.call({ name: "datagram", host, port: Number(port), text })) as string | undefined) ?? "";
      }
      const problem = (await parts.call({ name: "connect", host, port: Number(port) })) as string;
      if (problem !== "") return flags.has("v") ? failed(`nc: ${host} (${host}:${port}): ${problem}`) : { exitCode: 1 };
      const stderr = flags.has("v") ? `${host} (${host}:${port}) open\n` : "";
      if (flags.has("z") || text === "") return { stderr };
      const bytes = Buffer.from(text, "latin1");
      const answer = (await signals.during((signal) =>
        parts.call({ name: "exchange", host, port: Number(port), bytes }, signal),
      )) as Uint8Array;
      return { stderr, stdout: Buffer.from(answer).toString("latin1"), stdoutKind: "bytes" as const };
    }),
    command("ping", async (args) => {
      const { operands, values } = readOptions(args, "cwWi");
      const host = operands[0] ?? "";
      const [address] = await resolve(host);
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

type Fetch = (request: FetchMessage) => Promise<FetchedMessage>;

const withScheme = (url: string): string => (/^[a-z]+:\/\//.test(url) ? url : `http://${url}`);

async function curl(args: readonly string[], { fs, cwd, stdin }: CommandContext, fetch: Fetch) {
  const { long, short } = splitLong(args);
  const { flags, values, operands } = readOptions(short, "XHdowmuATe");
  const all = (letter: string, name: string): string[] => valuesOf(short, letter).concat(long.get(name) ?? []);
  const url = operands[0] ?? long.get("url")?.[0];
  if (url === undefined) return failed("curl: no URL specified", 2);
  const data = [...all("d", "data"), ...(long.get("data-binary") ?? []), ...(long.get("data-raw") ?? [])];
  const bodies = await Promise.all(
    data.map(async (text) =>
      text === "@-"
        ? (stdin as unknown as string)
        : text.startsWith("@")
          ? fs.readFile(fs.resolvePath(cwd, text.slice(1)))
          : text,
    ),
  );
  const headers = Object.fromEntries(
    all("H", "header").map((line) => [
      line.split(":")[0]?.trim().toLowerCase() ?? "",
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  const isHead = flags.has("I") || long.has("head");
  const method = values.get("X") ?? long.get("request")?.[0] ?? (isHead ? "HEAD" : data.length > 0 ? "POST" : "GET");
  const isSilent = flags.has("s") || long.has("silent");
  if (data.length > 0) headers["content-type"] ??= "application/x-www-form-urlencoded";
  let answer: FetchedMessage;
  try {
    const request = {
      url: withScheme(url),
      method,
      headers: { "user-agent": "curl/8.5.0", accept: "*/*", ...headers },
      body: Buffer.from(bodies.join("&")),
    };
    answer = await follow(request, flags.has("L") || long.has("location"), fetch);
  } catch (error) {
    const { message } = error as Error;
    const code = message.startsWith("Could not resolve") ? 6 : 7;
    return { stderr: isSilent && !flags.has("S") ? "" : `curl: (${code}) ${message}\n`, exitCode: code };
  }
  if ((flags.has("f") || long.has("fail")) && answer.status >= 400) {
    return { stderr: isSilent ? "" : `curl: (22) The requested URL returned error: ${answer.status}\n`, exitCode: 22 };
  }
  const body = Buffer.from(answer.body);
  const head = flags.has("i") || isHead || long.has("include") ? headText(answer) : "";
  const target = values.get("o") ?? long.get("output")?.[0];
  const format = (values.get("w") ?? long.get("write-out")?.[0] ?? "")
    .replace(/%\{(http_code|response_code)\}/g, String(answer.status))
    .replace(/\\n/g, "\n");
  if (target !== undefined && target !== "-") {
    if (target !== "/dev/null") await fs.writeFile(fs.resolvePath(cwd, target), body);
    return head + format;
  }
  return {
    stdout: Buffer.concat([Buffer.from(head), body, Buffer.from(format)]).toString("latin1"),
    stdoutKind: "bytes" as const,
  };
}

async function wget(args: readonly string[], { fs, cwd }: CommandContext, fetch: Fetch) {
  const { long, short } = splitLong(args);
  const { flags, values, operands } = readOptions(short, "OTtUP");
  const [url] = operands;
  if (url === undefined) return failed("wget: missing URL");
  const isQuiet = flags.has("q") || long.has("quiet");
  const posted = long.get("post-data")?.[0];
  const full = new URL(withScheme(url));
  let answer: FetchedMessage;
  try {
    const headers = { "user-agent": "Wget", host: full.host };
    const request = {
      url: full.href,
      method: posted === undefined ? "GET" : "POST",
      headers,
      body: Buffer.from(posted ?? ""),
    };
    answer = await follow(request, true, fetch);
  } catch (error) {
    const { message } = error as Error;
    return failed(
      message.startsWith("Could not resolve")
        ? `wget: bad address '${full.hostname}'`
        : `wget: can't connect to remote host: ${message}`,
    );
  }
  if (answer.status >= 400) return failed(`wget: server returned error: HTTP/1.1 ${answer.status}`);
  const target =
    flags.has("S") || long.has("spider")
      ? "/dev/null"
      : (values.get("O") ?? long.get("output-document")?.[0] ?? (full.pathname.split("/").at(-1) || "index.html"));
  if (target === "-") return { stdout: Buffer.from(answer.body).toString("latin1"), stdoutKind: "bytes" as const };
  if (target !== "/dev/null" && !long.has("spider")) await fs.writeFile(fs.resolvePath(cwd, target), answer.body);
  return { stderr: isQuiet ? "" : `Connecting to ${full.host}\nsaving to '${target}'\n` };
}

async function follow(request: FetchMessage, redirects: boolean, fetch: Fetch): Promise<FetchedMessage> {
  let url = request.url;
  for (let i = 0; i <= MOST_REDIRECTIONS; i++) {
    const answer = await fetch({ ...request, url });
    const { location } = answer.headers;
    if (!redirects || location === undefined || answer.status < 300 || answer.status > 399) return answer;
    url = new URL(location, url).href;
  }
  throw new Error("Maximum redirects followed");
}

function headText({ status, headers }: FetchedMessage): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`;
}

/** Options by their long names, and the rest. */
function splitLong(args: readonly string[]) {
  const long = new Map<string, string[]>();
  const short: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    const [, name, value] = /^--([a-z-]+)(?:=([\s\S]*))?$/.exec(arg) ?? [];
    if (name === undefined) short.push(arg);
    else {
      const isValued = value === undefined && VALUED.has(name);
      if (isValued) i += 1;
      long.set(name, [...(long.get(name) ?? []), value ?? (isValued ? (args[i] ?? "") : "")]);
    }
  }
  return { long, short };
}

const VALUED = new Set([
  ..."data data-ascii data-binary data-raw data-urlencode form header request output url write-out user".split(" "),
  ..."max-time connect-timeout retry retry-delay retry-max-time max-redirs limit-rate interface local-port".split(" "),
  ..."cacert capath cert key cert-type key-type pass ciphers tls-max resolve connect-to dns-servers proxy".split(" "),
  ..."noproxy user-agent referer cookie cookie-jar range upload-file dump-header unix-socket keepalive-time".split(" "),
  ..."post-data output-document timeout tries".split(" "),
]);

/** Every value of an option that may be repeated. */
function valuesOf(args: readonly string[], letter: string): string[] {
  return args.flatMap((arg, i) => {
    if (!/^-[^-]/.test(arg)) return [];
    const at = arg.indexOf(letter);
    if (at < 0 || (i > 0 && /^-[a-zA-Z]*[XHdowmuATe]$/.test(args[i - 1] ?? ""))) return [];
    return [arg.slice(at + 1) || (args[i + 1] ?? "")];
  });
}
