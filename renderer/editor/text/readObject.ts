import type { ApiObject } from "../../../shared/object.ts";
import { LONG_TEXT, type TextQuestion } from "./textQuestion.ts";
import { objectIn } from "./textVerdict.ts";
import VerdictWorker from "./verdict.worker.ts?worker";

/**
 * The object of a text; undefined if the text cannot be sent. A worker of its own parses a long text, so that the page
 * answers meanwhile.
 *
 * @throws Error if the worker fails
 */
export async function readObject(text: string): Promise<ApiObject | undefined> {
  if (text.length < LONG_TEXT) return objectIn(text);
  const worker = new VerdictWorker();
  try {
    return await new Promise<ApiObject | undefined>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<ApiObject | undefined>) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage({ text, about: "object" } satisfies TextQuestion);
    });
  } finally {
    worker.terminate();
  }
}
