import { useEffect, useMemo, useState } from "react";
import { type ResultOf, runTask, type Task } from "./tasks.ts";
import TaskWorker from "./tasks.worker.ts?worker";

/** Maximum amount of work on the page's main thread, in rule comparisons (roughly 50 ms). */
const BUDGET = 400_000;

interface Computed<R> {
  /** The last result; stays until the next one is computed. */
  readonly result: R | undefined;
  readonly busy: boolean;
}

/**
 * The result of a task: at once when it is small, else from a worker, which is terminated when another task replaces
 * this one.
 *
 * @param weight the cost of the task, in the unit of {@link BUDGET}
 */
export function useTask<T extends Task>(task: T | undefined, weight: number): Computed<ResultOf<T>> {
  const small = weight <= BUDGET;
  const direct = useMemo(() => (task !== undefined && small ? runTask(task) : undefined), [task, small]);
  const [remote, setRemote] = useState<{ task: T; result: ResultOf<T> }>();
  useEffect(() => {
    if (task === undefined || small) return;
    const worker = new TaskWorker();
    worker.onmessage = ({ data }: MessageEvent<ResultOf<T>>) => {
      setRemote({ task, result: data });
      worker.terminate();
    };
    worker.postMessage(task);
    return () => worker.terminate();
  }, [task, small]);
  if (task === undefined || small) return { result: direct, busy: false };
  return { result: remote?.result, busy: remote?.task !== task };
}
