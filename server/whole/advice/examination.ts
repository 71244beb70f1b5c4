import type { Advisor } from "../../../shared/advice/advisor.ts";
import { type Members, membersOf } from "../../../shared/advice/conversions/members.ts";
import { parseInSteps } from "../../../shared/json/parseInSteps.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import { refuseDeepNestingInSteps } from "../../model/encoding/nesting.ts";
import { type ClusterReader, refusalText } from "./clusterReader.ts";
import type { UsageCollector } from "./usageCollector.ts";

/** The examination of a cluster, with the collector of its results. */
export interface Examination {
  readonly reader: ClusterReader;
  readonly advisor: Advisor;
  readonly collector: UsageCollector;
  /** Aborts the work. */
  readonly signal: AbortSignal;
}

/**
 * Requests an object of the API. A refusal, or an answer that is not an object, is reported as hidden.
 * @throws Error when there is no answer
 */
export async function readObject(
  { reader, collector, signal }: Examination,
  path: string,
  accept?: string,
): Promise<Members | undefined> {
  signal.throwIfAborted();
  const answer = await reader.get(path, accept);
  let message = refusalText(answer);
  if (answer.status === 200) {
    try {
      const object = membersOf(await parseAnswer(answer.text));
      if (object !== undefined) return object;
      message = "the answer is no object";
    } catch (error) {
      message = `the answer cannot be read: ${messageOf(error)}`;
    }
  }
  collector.hide(`${path.replace(/\?.*$/, "")}: ${message}`);
  return undefined;
}

/**
 * Parses an answer, which may be long, yielding to the event loop.
 * @throws Error for text that is not JSON, or is nested too deeply
 */
export async function parseAnswer(text: string): Promise<unknown> {
  await inTurns(refuseDeepNestingInSteps(text));
  return inTurns(parseInSteps(text));
}
