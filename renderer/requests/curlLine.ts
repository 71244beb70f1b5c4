import { asHeaders, type ShellAccess, shellWord } from "./shellAccess.ts";
import { bodyText, type ShownRequest } from "./shownRequest.ts";

/** Stands in for a body that is not shown. */
const WITHHELD = "@body.json";

/** A request as a `curl` command that works in a shell on this machine. */
export function curlLine({ server, credentials, viewAs }: ShellAccess, request: ShownRequest): string {
  const { method, path, accept = "", contentType } = request;
  // curl interprets brackets and braces in a URL as patterns, unless globbing is switched off.
  const words = ["curl", ...(/[[\]{}]/.test(path) ? ["-g"] : []), ...(request.kind === "watch" ? ["-N"] : [])];
  const line = [words.join(" "), ...(credentials === "" ? [] : [credentials])];
  const rest = ["-X", method, `${server}${path}`];
  const body = request.bodyWithheld ? WITHHELD : bodyText(request);
  if (body !== undefined) {
    // `-d` is unsuitable, because it removes line breaks from files, and reads a file if the text begins with @.
    const option = request.bodyWithheld ? "--data-binary" : "--data-raw";
    rest.push("-H", `Content-Type: ${contentType ?? "application/json"}`, option, body);
  }
  if (accept !== "" && accept !== "application/json") rest.push("-H", `Accept: ${accept}`);
  for (const header of asHeaders(viewAs)) rest.push("-H", header);
  return [...line, ...rest.map(shellWord)].join(" ");
}
