import { type About, type Answer, answerTo, type Given, isLong, type TextQuestion } from "./textQuestion.ts";
import VerdictWorker from "./verdict.worker.ts?worker";

/**
 * The answer to a question about texts. A worker of its own answers if one of them is long, so that the page works
 * meanwhile.
 *
 * @throws Error if the worker fails
 */
export async function askAboutText<A extends About>(about: A, ...given: Given<A>): Promise<Answer<A>> {
  const question: TextQuestion<A> = { about, given };
  if (!isLong(question)) return answerTo(question);
  const worker = new VerdictWorker();
  try {
    return await new Promise<Answer<A>>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Answer<A>>) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message));
      worker.postMessage(question);
    });
  } finally {
    worker.terminate();
  }
}
