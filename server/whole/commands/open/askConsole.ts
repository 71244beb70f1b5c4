import { readInstance } from "../../console/instance/instanceFile.ts";
import type { Opening } from "../../console/instance/openingPath.ts";
import { ConnectionError, connectApi, type RawAnswer } from "../apiConnection.ts";
import { CommandError, refusedText } from "../commandError.ts";

/** The result of a console: it showed the target in its own window, or returned an address that opens it once. */
type Opened = { readonly shown: true } | { readonly url: string };

/**
 * Asks the console that runs on a folder to open something.
 *
 * @param print whether to return an address in any case
 * @returns undefined when no console runs there
 * @throws CommandError when it refuses
 */
export async function askConsole(dataDir: string, opening: Opening, print: boolean): Promise<Opened | undefined> {
  const instance = await readInstance(dataDir);
  if (instance === undefined) return undefined;
  let answer: RawAnswer;
  try {
    answer = await connectApi(instance).send("POST", "/open", { body: JSON.stringify({ ...opening, print }) });
  } catch (error) {
    if (error instanceof ConnectionError) return undefined;
    throw error;
  }
  const { url, shown } = (answer.body ?? {}) as { url?: unknown; shown?: unknown };
  if (answer.status === 200 && shown === true) return { shown };
  if (answer.status === 200 && typeof url === "string" && url.startsWith(`${instance.url}/`)) return { url };
  // The process that has the port now does not accept the token: it is not the console that announced itself.
  if (answer.status === 401 || (answer.body as { kind?: unknown } | undefined)?.kind !== "Status") return undefined;
  throw new CommandError(refusedText(answer));
}
