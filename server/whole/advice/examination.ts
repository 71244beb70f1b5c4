import type { Advisor } from "../../../shared/advice/advisor.ts";
import { parseInSteps } from "../../../shared/json/parseInSteps.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import { refuseDeepNesting } from "../../model/encoding/nesting.ts";
import type { ClusterReader } from "./clusterReader.ts";
import type { UsageCollector } from "./usageCollector.ts";

/** A cluster, and where what it uses goes. */
export interface Examination {
  readonly reader: ClusterReader;
  readonly advisor: Advisor;
  readonly collector: UsageCollector;
  /** Ends the work. */
  readonly signal: AbortSignal;
}

/** Parses an answer, which may be long, without keeping others waiting. @throws Error for what is no JSON, or nests too deeply */
export async function parseAnswer(text: string): Promise<unknown> {
  refuseDeepNesting(text);
  return inTurns(parseInSteps(text));
}
