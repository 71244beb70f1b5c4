import { useCallback, useMemo, useRef, useState } from "react";
import {
  type Ask,
  type CheckOutcome,
  fillIn,
  keepFrom,
  type LessonAnswer,
  runChecks,
  type SeenRequest,
} from "../../shared/lessons/checkEngine.ts";
import type { Lesson, LessonRequest, LessonStep } from "../../shared/lessons/lesson.ts";
import { resetLesson, setUpLesson } from "../../shared/lessons/lifecycle.ts";
import { setUpScenario } from "../../shared/scenarios/lifecycle.ts";
import { isScenario } from "../../shared/scenarios/scenario.ts";
import { askCluster } from "../api/requests/askCluster.ts";
import { requestLog } from "../api/requests/requestLog.ts";
import { fieldManager } from "../editor/applyRequest.ts";
import { readKept, writeKept } from "./keptValues.ts";
import { readProgress, writeProgress } from "./progress.ts";

export interface LessonSession {
  done: readonly string[];
  outcomes: readonly CheckOutcome[];
  /** The running operation; undefined when there is none. */
  busy: "setup" | "check" | "send" | "reset" | undefined;
  begun: boolean;
  begin(): Promise<void>;
  reset(): Promise<void>;
  /** Sends the learner's request, then checks the step. */
  send(request: LessonRequest, step: LessonStep): Promise<LessonAnswer>;
  check(step: LessonStep): Promise<void>;
  /** Checks the step silently; a failed check is repeated later. */
  look(step: LessonStep): Promise<void>;
  /** Fills values from earlier responses into a request. */
  fill<T>(request: T): T;
}

/** The delay between two checks of a cluster. */
const shortWhile = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 250));
const setUp = (lesson: Lesson, ask: Ask): Promise<unknown> =>
  isScenario(lesson) ? setUpScenario(lesson, ask, shortWhile) : setUpLesson(lesson, ask);

/** The session of one lesson or scenario. Server errors reject; the caller shows them. */
export function useLesson(cluster: string, lesson: Lesson): LessonSession {
  const ask = useMemo(() => askCluster(cluster, fieldManager(cluster)), [cluster]);
  const [done, setDone] = useState<readonly string[]>(() => readProgress(cluster)[lesson.id] ?? []);
  const [outcomes, setOutcomes] = useState<readonly CheckOutcome[]>([]);
  const [busy, setBusy] = useState<LessonSession["busy"]>(undefined);
  const [begun, setBegun] = useState(false);
  const seen = useRef<SeenRequest[]>([]);
  const kept = useRef(readKept(cluster, lesson.id));
  const since = useRef(Date.now());

  const during = useCallback(async <T>(task: LessonSession["busy"], run: () => Promise<T>): Promise<T> => {
    setBusy(task);
    try {
      return await run();
    } finally {
      setBusy(undefined);
    }
  }, []);

  const checkStep = useCallback(
    async (step: LessonStep): Promise<void> => {
      // Requests from the rest of the console count as well, although their responses are not recorded.
      const elsewhere = requestLog
        .items()
        .filter((entry) => entry.cluster === cluster && entry.started >= since.current);
      const all = [...seen.current, ...elsewhere.map(({ method, path, status = 0 }) => ({ method, path, status }))];
      const found = await runChecks(step.checks, ask, all);
      setOutcomes(found);
      if (!found.every(({ ok }) => ok)) return;
      setDone((before) => writeProgress(cluster, lesson.id, [...before, step.id])[lesson.id] ?? []);
    },
    [ask, cluster, lesson.id],
  );

  return {
    done,
    outcomes,
    busy,
    begun,
    begin: () =>
      during("setup", async () => {
        await setUp(lesson, ask);
        setBegun(true);
      }),
    reset: () =>
      during("reset", async () => {
        await resetLesson(lesson, ask, shortWhile);
        seen.current = [];
        kept.current = writeKept(cluster, lesson.id, {});
        since.current = Date.now();
        setOutcomes([]);
        setDone(writeProgress(cluster, lesson.id, [])[lesson.id] ?? []);
        await setUp(lesson, ask);
        setBegun(true);
      }),
    send: (request, step) =>
      during("send", async () => {
        const answer = await ask(request);
        seen.current = [...seen.current.slice(-199), { ...request, ...answer }];
        const planned = step.solution.find(
          (each) =>
            each.keep !== undefined &&
            each.method === request.method &&
            fillIn(each.path, kept.current) === request.path,
        );
        if (planned !== undefined) {
          kept.current = writeKept(cluster, lesson.id, keepFrom(planned, answer, kept.current));
        }
        await checkStep(step);
        return answer;
      }),
    check: (step) => during("check", () => checkStep(step)),
    look: (step) => checkStep(step).catch(() => undefined),
    fill: (request) => fillIn(request, kept.current),
  };
}
