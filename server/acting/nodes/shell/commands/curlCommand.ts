import { STATUS_CODES } from "node:http";
import type { FetchedMessage, FetchMessage } from "../messages.ts";
import { type CommandContext, failed, readOptions } from "./command.ts";
import { type Fetch, follow, headersOf, Interrupted, splitLong, withScheme } from "./httpOptions.ts";

/** Short options that take a value. */
const VALUED = "XHdowmuATe";

/** Exit codes by the beginning of the error message. */
const CODES: readonly (readonly [RegExp, number])[] = [
  [/^Could not resolve/, 6],
  [/^Operation timed out/, 28],
  [/^TLS connect error/, 35],
  [/^Maximum redirects/, 47],
  [/^Empty reply/, 52],
  [/^Recv failure/, 56],
  [/^SSL/, 60],
  [/^error adding trust anchors/, 77],
];
const NO_CONNECTION = 7;
const TOO_SLOW = 28;
const TOO_LONG = 63;
const CUT_OFF = 18;
const UNTRUSTED = 60;

/** The text after the error message when a certificate is not trusted. */
const ABOUT_TRUST = `More details here: https://curl.se/docs/sslcerts.html

curl failed to verify the legitimacy of the server and therefore could not
establish a secure connection to it. To learn more about this situation and
how to fix it, please visit the webpage mentioned above.
`;

/** The options of one call. */
interface Call {
  readonly request: FetchMessage;
  readonly isSilent: boolean;
  readonly followsRedirects: boolean;
  readonly failsOnError: boolean;
  readonly showsHead: boolean;
  /** The file that the body is written to; undefined for the standard output. */
  readonly target: string | undefined;
  readonly format: string;
}

/** @param onPart called with parts of the body as they arrive, when no other command reads the output */
export async function curl(
  args: readonly string[],
  context: CommandContext,
  fetch: Fetch,
  onPart?: (bytes: Uint8Array) => void,
) {
  let call: Call | undefined;
  let isSilent = false;
  try {
    call = await readCall(args, context);
    if (call === undefined) return failed("curl: (2) no URL specified", 2);
    isSilent = call.isSilent;
    const streams = onPart !== undefined && call.target === undefined && !call.failsOnError && !call.showsHead;
    let passed = 0;
    const pass = (bytes: Uint8Array): void => {
      passed += bytes.length;
      onPart?.(bytes);
    };
    const isPassedOn = streams && !call.followsRedirects;
    const answer = await follow(call.request, call.followsRedirects, fetch, isPassedOn ? pass : undefined);
    return await printAnswer(answer, call, { ...context, passed });
  } catch (error) {
    if (error instanceof Interrupted) return { exitCode: 130 };
    const { message } = error as Error;
    const code = CODES.find(([words]) => words.test(message))?.[1] ?? NO_CONNECTION;
    const more = code === UNTRUSTED ? ABOUT_TRUST : "";
    return { stderr: isSilent ? "" : `curl: (${code}) ${message}\n${more}`, exitCode: code };
  }
}

/** @returns undefined when there is no URL to ask */
async function readCall(args: readonly string[], context: CommandContext): Promise<Call | undefined> {
  const { long, short } = splitLong(args);
  const { flags, values, operands } = readOptions(short, VALUED);
  const all = (letter: string, name: string): string[] => valuesOf(short, letter).concat(long.get(name) ?? []);
  const url = operands[0] ?? long.get("url")?.[0];
  if (url === undefined) return undefined;
  const data = [...all("d", "data"), ...(long.get("data-binary") ?? []), ...(long.get("data-raw") ?? [])];
  const bodies = await Promise.all(data.map((text) => bodyOf(text, context)));
  const headers = headersOf(all("H", "header"));
  const isHead = flags.has("I") || long.has("head");
  const method = values.get("X") ?? long.get("request")?.[0] ?? (isHead ? "HEAD" : data.length > 0 ? "POST" : "GET");
  if (data.length > 0) headers["content-type"] ??= "application/x-www-form-urlencoded";
  const [bearer] = long.get("oauth2-bearer") ?? [];
  if (bearer !== undefined) headers["authorization"] ??= `Bearer ${bearer}`;
  const seconds = Number(values.get("m") ?? long.get("max-time")?.[0] ?? 0);
  const trust = await trustOf(flags.has("k") || long.has("insecure"), long.get("cacert")?.at(-1), context);
  return {
    request: {
      url: withScheme(url),
      method,
      headers: {
        "user-agent": values.get("A") ?? long.get("user-agent")?.[0] ?? "curl/8.5.0",
        accept: "*/*",
        ...headers,
      },
      body: Buffer.from(bodies.join("&")),
      ...(trust === undefined ? {} : { trust }),
      ...(seconds > 0 ? { time: seconds * 1000 } : {}),
    },
    isSilent: (flags.has("s") || long.has("silent")) && !(flags.has("S") || long.has("show-error")),
    followsRedirects: flags.has("L") || long.has("location"),
    failsOnError: flags.has("f") || long.has("fail"),
    showsHead: flags.has("i") || isHead || long.has("include"),
    target: values.get("o") ?? long.get("output")?.[0],
    format: values.get("w") ?? long.get("write-out")?.[0] ?? "",
  };
}

/** The certificates that it trusts: those of an option, or else those of the environment. */
async function trustOf(trustsAnyone: boolean, given: string | undefined, { fs, cwd, env }: CommandContext) {
  if (trustsAnyone) return "anyone" as const;
  const path = given ?? env.get("CURL_CA_BUNDLE") ?? env.get("SSL_CERT_FILE");
  if (path === undefined || path === "") return undefined;
  const full = fs.resolvePath(cwd, path);
  const authorities = (await fs.exists(full)) ? await fs.readFile(full) : "";
  if (!authorities.includes("-----BEGIN CERTIFICATE-----")) {
    throw new Error(`error adding trust anchors from file: ${path}`);
  }
  return { authorities };
}

async function bodyOf(text: string, { fs, cwd, stdin }: CommandContext): Promise<string> {
  if (text === "@-") return stdin as unknown as string;
  return text.startsWith("@") ? fs.readFile(fs.resolvePath(cwd, text.slice(1))) : text;
}

/** @param passed bytes of the body that have already been printed as they came */
async function printAnswer(
  answer: FetchedMessage,
  call: Call,
  { fs, cwd, passed }: CommandContext & { passed: number },
) {
  if (call.failsOnError && answer.status >= 400) {
    const stderr = call.isSilent ? "" : `curl: (22) The requested URL returned error: ${answer.status}\n`;
    return { stderr, exitCode: 22 };
  }
  const body = Buffer.from(answer.body);
  const head = call.showsHead ? headText(answer) : "";
  const format = call.format
    .replace(/%\{(http_code|response_code)\}/g, String(answer.status))
    .replaceAll("%{content_type}", answer.headers["content-type"] ?? "")
    .replaceAll("%{size_download}", String(body.length))
    .replace(/\\n/g, "\n");
  const end = endOf(answer, call);
  if (call.target !== undefined && call.target !== "-") {
    if (call.target !== "/dev/null") await fs.writeFile(fs.resolvePath(cwd, call.target), body);
    return { stdout: head + format, ...end };
  }
  return {
    stdout: Buffer.concat([Buffer.from(head), body.subarray(passed), Buffer.from(format)]).toString("latin1"),
    stdoutKind: "bytes" as const,
    ...end,
  };
}

/** The error message for an incomplete response. */
function endOf({ cut, body }: FetchedMessage, { isSilent, request }: Call) {
  if (cut === undefined) return {};
  const [exitCode, words] =
    cut === "time"
      ? [TOO_SLOW, `Operation timed out after ${request.time ?? 0} milliseconds with ${body.length} bytes received`]
      : cut === "size"
        ? [TOO_LONG, "Maximum file size exceeded"]
        : [CUT_OFF, "end of response with bytes missing"];
  return { exitCode, stderr: isSilent ? "" : `curl: (${exitCode}) ${words}\n` };
}

/** `Content-Type`: a header's name in the usual case. */
const titled = (name: string): string => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());

function headText({ status, headers }: FetchedMessage): string {
  const lines = Object.entries(headers).map(([name, value]) => `${titled(name)}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n`;
}

/** All values of an option that can be repeated. */
function valuesOf(args: readonly string[], letter: string): string[] {
  const awaitsValue = new RegExp(`^-[a-zA-Z]*[${VALUED}]$`);
  return args.flatMap((arg, i) => {
    if (!/^-[^-]/.test(arg)) return [];
    const at = arg.indexOf(letter);
    if (at < 0 || (i > 0 && awaitsValue.test(args[i - 1] ?? ""))) return [];
    return [arg.slice(at + 1) || (args[i + 1] ?? "")];
  });
}
