/**
 * The program of the thread that has a store's file: an engine whose methods are called by messages, one after the
 * other.
 */
import { parentPort, workerData } from "node:worker_threads";
import { setProgram } from "../wasm/sqlJs.ts";
import type { EngineAnswer, EngineCall, EngineStart } from "./engineMessages.ts";
import { plainError, plainOutcome } from "./engineMessages.ts";
import type { Batch } from "./engineOperation.ts";
import { LocalEngine } from "./localEngine.ts";

const { program, ...start } = workerData as EngineStart;
const post = (answer: EngineAnswer): void => parentPort?.postMessage(answer);

setProgram(program);
LocalEngine.open({
  ...start,
  onFault: (fault) => post({ type: "fault", error: fault === undefined ? undefined : plainError(fault) }),
}).then(serve, (error: unknown) => post({ type: "refused", error: plainError(error) }));

function serve(engine: LocalEngine): void {
  const state = () => ({ revision: engine.revision, compacted: engine.compacted });
  /** Each call waits for the previous one, even when that is asynchronous. */
  let last: Promise<void> = Promise.resolve();
  const answer = async ({ id, method, args }: EngineCall): Promise<void> => {
    try {
      post({ type: "done", id, value: await call(engine, method, args), state: state() });
    } catch (error) {
      post({ type: "failed", id, error: plainError(error), state: state() });
    }
    if (method === "close") parentPort?.close();
  };
  parentPort?.on("message", (message: EngineCall) => {
    last = last.then(() => answer(message));
  });
  post({ type: "opened", state: state() });
}

function call(engine: LocalEngine, method: EngineCall["method"], args: readonly unknown[]): unknown {
  if (method === "commit") {
    const [batches, time] = args as [readonly Batch[], number];
    return engine.commit(batches, time).map(plainOutcome);
  }
  // The sender has checked the types.
  return (engine[method] as (...args: unknown[]) => unknown).apply(engine, [...args]);
}
