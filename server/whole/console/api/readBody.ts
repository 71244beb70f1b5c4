import type { IncomingMessage } from "node:http";
import { BodyError, readBody as collectBody } from "../../../serving/http/readBody.ts";
import { HostError } from "./hostError.ts";

/** Reads a whole body. @throws HostError 413 when it is longer than `limit` bytes, 400 when its sender disconnected */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  try {
    return await collectBody(request, { bytes: limit });
  } catch (error) {
    if (!(error instanceof BodyError)) throw error;
    if (error.fault === "tooLong") {
      throw new HostError(413, "RequestEntityTooLarge", `More than ${limit} bytes are not taken.`);
    }
    throw new HostError(400, "BadRequest", "The body did not come in full.");
  }
}

export type Fields = Readonly<Record<string, unknown>>;

/** Maximum bytes of a JSON body: enough for kubeconfigs of thousands of contexts. */
const MAX_JSON = 5 * 1024 * 1024;

/**
 * The members of the JSON object in the body; none for an empty body.
 * @throws HostError 415 for another media type (a form of a foreign page could send those), 400 for anything but an
 *   object
 */
export async function readFields(request: IncomingMessage): Promise<Fields> {
  const text = (await readBody(request, MAX_JSON)).toString("utf8");
  if (text === "") return {};
  if (!/^application\/json\b/.test(request.headers["content-type"] ?? "")) {
    throw new HostError(415, "UnsupportedMediaType", "The console host takes application/json.");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HostError(400, "BadRequest", "The body is not valid JSON.");
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new HostError(400, "BadRequest", "The body is no JSON object.");
  }
  return value as Fields;
}
