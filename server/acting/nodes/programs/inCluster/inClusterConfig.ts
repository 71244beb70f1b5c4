import { bracketed } from "../../../../ground/formats/addresses/addresses.ts";
import type { FetchedMessage } from "../../shell/messages.ts";
import type { ProgramStart } from "../program.ts";

/** Bytes of a token, or of the authorities' certificates. */
const MOST = 1024 * 1024;
/** Milliseconds after which a token's file is read again. */
const REREAD = 50_000;

/** A client of the API as the reference's client library makes one inside of a cluster. */
export interface InClusterClient {
  /** `https://10.96.0.1:443`. */
  readonly host: string;
  /**
   * Sends a GET request with the token, which it reads again from its file as it grows old or is refused.
   * @param url of the server, or a path there
   * @param onSend told the `Authorization` header
   */
  get(url: string, onSend?: (header: string) => void): Promise<FetchedMessage>;
}

/** A file of the container. @throws Error in the words of an operating system */
export async function readText({ machine }: Pick<ProgramStart, "machine">, path: string): Promise<string> {
  const bytes = path === "" ? null : await machine.mounted(path, MOST);
  if (bytes === null) throw new Error(`open ${path}: no such file or directory`);
  return Buffer.from(bytes).toString("utf8");
}

/**
 * What the environment and the files of the pod's account say about the API.
 * @throws Error in the words of the client library
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
        // A file that cannot be read now is no reason to give up a token that may be good.
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
