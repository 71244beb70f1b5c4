import { bodyText, type ShownRequest } from "./shownRequest.ts";

/** Stands for a body that is not shown. */
const WITHHELD = "@body.json";

/** Quotes a word for a POSIX shell, only when it needs to be. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A request as a `curl` line. @param server address of the API server; credentials are the user's own matter */
export function curlLine(server: string, request: ShownRequest): string {
  const { method, path, accept = "", contentType } = request;
  const words = ["curl", ...(request.kind === "watch" ? ["-N"] : []), "-X", method, `${server}${path}`];
  const body = request.bodyWithheld ? WITHHELD : bodyText(request);
  if (body !== undefined) words.push("-H", `Content-Type: ${contentType ?? "application/json"}`, "-d", body);
  if (accept !== "" && accept !== "application/json") words.push("-H", `Accept: ${accept}`);
  return words.map(shellWord).join(" ");
}
