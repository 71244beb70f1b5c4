import { Worker } from "node:worker_threads";

/** Worker threads with one program that are used again and again, because starting one costs more than most uses. */
export interface KeptWorkers {
  /**
   * Lends a thread to a job, and starts one if none is free. When the job fails, the thread ends, since nothing is known
   * of its state.
   * @param job gets the thread, and a promise that rejects when the thread's program throws
   */
  use<T>(job: (worker: Worker, failed: Promise<never>) => Promise<T>): Promise<T>;
}

/** @param program runs from its file, without the tests' compiler; it is ready for another job whenever one ends */
export function keptWorkers(program: URL): KeptWorkers {
  const free: Worker[] = [];
  return {
    async use(job) {
      const worker = free.pop() ?? new Worker(program);
      worker.ref();
      let onError: (error: unknown) => void = () => undefined;
      const failed = new Promise<never>((_, reject) => {
        onError = reject;
      });
      failed.catch(() => undefined);
      // Without a listener, an error of the thread would fail the whole run, not the test that uses it.
      worker.on("error", onError);
      try {
        const result = await job(worker, failed);
        worker.off("error", onError);
        worker.unref();
        free.push(worker);
        return result;
      } catch (error) {
        await worker.terminate();
        throw error;
      }
    },
  };
}
