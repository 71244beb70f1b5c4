import type { FetchedMessage } from "../messages.ts";
import { type CommandContext, failed, readOptions } from "./command.ts";
import { type Fetch, follow, headersOf, Interrupted, splitLong, withScheme } from "./httpOptions.ts";

/** Exit code for an untrusted certificate. */
const UNTRUSTED = 5;

/**
 * Downloads a page to a file. Like BusyBox's wget, it does not verify certificates, and warns about that, unless an
 * option names the trusted ones.
 */
export async function wget(args: readonly string[], { fs, cwd }: CommandContext, fetch: Fetch) {
  const { long, short } = splitLong(args);
  const { flags, values, operands } = readOptions(short, "OTtUP");
  const [url] = operands;
  if (url === undefined) return failed("wget: missing URL");
  const isQuiet = flags.has("q") || long.has("quiet");
  const posted = long.get("post-data")?.[0];
  const full = new URL(withScheme(url));
  const authorities = long.get("ca-certificate")?.[0];
  const isUnverified = full.protocol === "https:" && authorities === undefined;
  const isQuietAboutTrust = isQuiet || long.has("no-check-certificate");
  const note = isUnverified && !isQuietAboutTrust ? "wget: note: TLS certificate validation not implemented\n" : "";
  let answer: FetchedMessage;
  try {
    const trust =
      authorities === undefined || long.has("no-check-certificate")
        ? "anyone"
        : { authorities: await fs.readFile(fs.resolvePath(cwd, authorities)) };
    const request = {
      url: full.href,
      method: posted === undefined ? "GET" : "POST",
      headers: { "user-agent": "Wget", host: full.host, ...headersOf(long.get("header") ?? []) },
      body: Buffer.from(posted ?? ""),
      trust: trust as "anyone",
    };
    answer = await follow(request, true, fetch);
  } catch (error) {
    if (error instanceof Interrupted) return { exitCode: 130 };
    const { message } = error as Error;
    if (message.startsWith("Recv failure"))
      return failed(`${note}wget: error getting response: Connection reset by peer`);
    if (message.startsWith("SSL")) return failed(`wget: cannot verify ${full.hostname}: ${message}`, UNTRUSTED);
    return failed(
      note +
        (message.startsWith("Could not resolve")
          ? `wget: bad address '${full.hostname}'`
          : `wget: can't connect to remote host: ${message}`),
    );
  }
  if (answer.status >= 400) return failed(`${note}wget: server returned error: HTTP/1.1 ${answer.status}`);
  const target =
    flags.has("S") || long.has("spider")
      ? "/dev/null"
      : (values.get("O") ?? long.get("output-document")?.[0] ?? (full.pathname.split("/").at(-1) || "index.html"));
  if (target === "-") {
    return { stdout: Buffer.from(answer.body).toString("latin1"), stdoutKind: "bytes" as const, stderr: note };
  }
  if (target !== "/dev/null" && !long.has("spider")) await fs.writeFile(fs.resolvePath(cwd, target), answer.body);
  return { stderr: isQuiet ? "" : `${note}Connecting to ${full.host}\nsaving to '${target}'\n` };
}
