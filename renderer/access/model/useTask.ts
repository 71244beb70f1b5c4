import { useEffect, useMemo, useState } from "react";
import { type ResultOf, runTask, type Task } from "./tasks.ts";
import TaskWorker from "./tasks.worker.ts?worker";

/** More than this (rule comparisons, roughly 50 ms) is not done on the page's own thread. */
const BUDGET = 400_000;

interface Computed<R> {
  /** The last result; stays while the next is worked out. */
  readonly result: R | undefined;
  readonly busy: boolean;
}

/**
 * The result of a task: at once when it is small, else from a worker, which is ended when the task is superseded.
 *
 * @param weight what the task costs, in the unit of {@link BUDGET}
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
