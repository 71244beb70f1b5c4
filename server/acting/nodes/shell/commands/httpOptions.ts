import type { FetchedMessage, FetchMessage } from "../messages.ts";
import type { ShellProcess } from "../shellProcess.ts";
import type { CommandContext } from "./command.ts";
import { resolvedHost } from "./hostNames.ts";

/** Maximum number of redirects that are followed. */
const MAX_REDIRECTIONS = 20;

/** Options that take a value, by long name. */
const VALUED = new Set([
  ..."data data-ascii data-binary data-raw data-urlencode form header request output url write-out user".split(" "),
  ..."max-time connect-timeout retry retry-delay retry-max-time max-redirs limit-rate interface local-port".split(" "),
  ..."cacert capath cert key cert-type key-type pass ciphers tls-max resolve connect-to dns-servers proxy".split(" "),
  ..."noproxy user-agent referer cookie cookie-jar range upload-file dump-header unix-socket keepalive-time".split(" "),
  ..."oauth2-bearer post-data output-document timeout tries ca-certificate".split(" "),
]);

/** Sends one request. @param onPart called with parts of the response body as they arrive */
export type Fetch = (request: FetchMessage, onPart?: (bytes: Uint8Array) => void) => Promise<FetchedMessage>;

/** A signal ended the command while it waited. */
export class Interrupted extends Error {}

/**
 * Sends requests of a shell's commands: they are cancelled by signals, and resolve hosts with the container's
 * `/etc/hosts`.
 */
export const fetchFor =
  ({ signals, parts }: ShellProcess, context: Pick<CommandContext, "fs">): Fetch =>
  async (request, onPart) => {
    const { hostname } = new URL(request.url);
    const address = await resolvedHost(hostname, context);
    const placed = address === hostname ? request : { ...request, address };
    const what = { name: "fetch", request: placed, inParts: onPart !== undefined } as const;
    const answer = (await signals.during((signal) => parts.call(what, signal, onPart))) as FetchedMessage | undefined;
    if (answer === undefined) throw new Interrupted();
    return answer;
  };

export const withScheme = (url: string): string => (/^[a-z]+:\/\//.test(url) ? url : `http://${url}`);

/** Sends a request, and follows redirects. */
export async function follow(
  request: FetchMessage,
  redirects: boolean,
  fetch: Fetch,
  onPart?: (bytes: Uint8Array) => void,
): Promise<FetchedMessage> {
  let url = request.url;
  for (let i = 0; i <= MAX_REDIRECTIONS; i++) {
    const answer = await fetch({ ...request, url }, onPart);
    const { location } = answer.headers;
    if (!redirects || location === undefined || answer.status < 300 || answer.status > 399) return answer;
    url = new URL(location, url).href;
  }
  throw new Error("Maximum redirects followed");
}

/** Parses headers from `Name: value` lines. */
export const headersOf = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => [line.split(":")[0]?.trim().toLowerCase() ?? "", line.slice(line.indexOf(":") + 1).trim()]),
  );

/** Splits arguments into long options and the rest. */
export function splitLong(args: readonly string[]) {
  const long = new Map<string, string[]>();
  const short: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    const [, name, value] = /^--([a-z0-9.-]+)(?:=([\s\S]*))?$/.exec(arg) ?? [];
    if (name === undefined) short.push(arg);
    else {
      const isValued = value === undefined && VALUED.has(name);
      if (isValued) i += 1;
      long.set(name, [...(long.get(name) ?? []), value ?? (isValued ? (args[i] ?? "") : "")]);
    }
  }
  return { long, short };
}
