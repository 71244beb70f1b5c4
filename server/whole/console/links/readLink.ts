import { type FetchDocument, httpsDocuments } from "../../../access/webhook/fetchDocument.ts";
import { HostError } from "../api/hostError.ts";

const ACCEPT = "application/yaml, application/json, text/plain, */*;q=0.1";
const fetchPublic = httpsDocuments(undefined, { accept: ACCEPT, publicOnly: true });

/**
 * Reads the text behind a web link, which the page itself may not read. Only public Internet hosts are contacted, so
 * that a link cannot reach into the user's network, and no credentials of any kind are sent.
 *
 * @throws HostError 400 for a link that is not followed, 502 for one that gives no text
 */
export async function readLink(link: string, signal: AbortSignal, fetch: FetchDocument = fetchPublic): Promise<string> {
  if (!URL.canParse(link)) throw refused("That is not a link.");
  const { protocol, username, password } = new URL(link);
  if (protocol !== "https:") throw refused("Only links that begin with https:// are followed.");
  if (username !== "" || password !== "") throw refused("A link with a user or a password is not followed.");
  const { status, statusText, text } = await fetch(link, signal).catch((error: Error) => {
    throw unread(error.message);
  });
  if (status !== 200) throw unread(`the server answers ${status} ${statusText}`.trim());
  return text;
}

const refused = (message: string): HostError => new HostError(400, "BadRequest", message);
const unread = (message: string): HostError => new HostError(502, "BadGateway", `The link cannot be read: ${message}`);
