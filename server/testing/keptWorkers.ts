import { Worker } from "node:worker_threads";

/** Worker threads with one program that are used again and again, because starting one costs more than most uses. */
export interface KeptWorkers {
  /**
   * Lends a thread to a use, and starts one if none is free. When the use fails, the thread ends, since nothing is
   * known of its state.
   */
  use<T>(job: (worker: Worker) => Promise<T>): Promise<T>;
}

/** @param program runs from its file, without the tests' compiler; it is ready for another use whenever one ends */
export function keptWorkers(program: URL): KeptWorkers {
  const free: Worker[] = [];
  return {
    async use(job) {
      const worker = free.pop() ?? new Worker(program);
      worker.ref();
      try {
        const result = await job(worker);
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
