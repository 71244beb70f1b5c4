import { bracketed } from "../../../../ground/formats/addresses/addresses.ts";
import type { FetchedMessage } from "../../shell/messages.ts";
import type { ProgramStart } from "../program.ts";

/** Maximum size in bytes of a token, or of the CA certificates. */
const MOST = 1024 * 1024;
/** Milliseconds after which the token's file is read again. */
const REREAD = 50_000;

/** A client of the API, configured like the reference's in-cluster client. */
export interface InClusterClient {
  /** `https://10.96.0.1:443`. */
  readonly host: string;
  /**
   * Sends a GET request with the token. The token's file is read again when the token is old or was rejected.
   * @param url of the server, or a path there
   * @param onSend called with the `Authorization` header
   */
  get(url: string, onSend?: (header: string) => void): Promise<FetchedMessage>;
}

/** Reads a file of the container. @throws Error with an operating system's message */
export async function readText({ machine }: Pick<ProgramStart, "machine">, path: string): Promise<string> {
  const bytes = path === "" ? null : await machine.mounted(path, MOST);
  if (bytes === null) throw new Error(`open ${path}: no such file or directory`);
  return Buffer.from(bytes).toString("utf8");
}

/**
 * Creates a client from the environment and the service account's files.
 * @throws Error with the client library's message
 */
export async function inClusterClient(start: ProgramStart): Promise<InClusterClient> {
  const { env, machine, time, vocabulary } = start;
  const folder = vocabulary.render("/var/run/secrets/{labelDomain}/serviceaccount");
  const [hostVariable, portVariable] = ["HOST", "PORT"].map(
    (what) => `${vocabulary.render("{product}").toUpperCase()}_SERVICE_${what}`,
  ) as [string, string];
  const name = env.get(hostVariable) ?? "";
  const port = env.get(portVariable) ?? "";
  if (name === "" || port === "") {
    throw new Error(`unable to load in-cluster configuration, ${hostVariable} and ${portVariable} must be defined`);
  }
  const read = async (): Promise<string> => {
    const text = (await readText(start, `${folder}/token`)).trim();
    if (text === "") throw new Error(`read empty token from file "${folder}/token"`);
    return text;
  };
  let token = await read();
  let readAt = time.now();
  const authorities = await readText(start, `${folder}/ca.crt`).catch(() => "");
  const host = `https://${bracketed(name)}:${port}`;
  return {
    host,
    async get(url, onSend) {
      if (time.now() - readAt >= REREAD) {
        // When the file cannot be read, keep using the old token, which may still be valid.
        token = await read().catch(() => token);
        readAt = time.now();
      }
      const authorization = `Bearer ${token}`;
      onSend?.(authorization);
      const answer = await machine.fetch({
        url: url.startsWith("/") ? `${host}${url}` : url,
        method: "GET",
        headers: { "user-agent": "agnhost/v0.0.0 (linux/amd64)", "accept-encoding": "identity", authorization },
        body: new Uint8Array(),
        trust: { authorities },
      });
      if (answer.status === 401) readAt = Number.NEGATIVE_INFINITY;
      return answer;
    },
  };
}
