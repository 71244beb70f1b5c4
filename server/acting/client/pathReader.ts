import type { Handler } from "../../ground/request/context.ts";
import { parseAnswer, wholeAnswer } from "./inProcessAnswer.ts";
import { type InProcessCaller, inProcessContext } from "./inProcessContext.ts";

/**
 * Reads a path of the API, whichever server serves it.
 * @param query undefined values are left out
 * @throws ApiError without a reason when the response is not a Status
 */
export type PathReader = (
  path: string,
  query?: Readonly<Record<string, string | undefined>>,
) => Promise<Record<string, unknown>>;

/** Returns a reader with an identity. @param handler also forwards requests to the servers behind this one */
export const pathReader =
  (handler: Handler, caller: InProcessCaller): PathReader =>
  async (path, query = {}) => {
    const answer = await handler(inProcessContext(caller, { method: "GET", path, query }));
    const document = await wholeAnswer(answer);
    if (document === undefined) throw new Error(`no document is answered at ${path}`);
    return parseAnswer(document);
  };
