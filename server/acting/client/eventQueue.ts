import { Fifo } from "../../../shared/collections/fifo.ts";

/** An unbounded queue from callbacks to an async iterator, for a single consumer. */
export interface EventQueue<T> extends AsyncIterable<T> {
  push(item: T): void;
  /** Ends the queue; values that were pushed before are still delivered. */
  end(): void;
}

export function eventQueue<T>(): EventQueue<T> {
  const items = new Fifo<T>();
  let ended = false;
  let wake: (() => void) | undefined;
  const signal = (): void => {
    wake?.();
    wake = undefined;
  };
  return {
    push(item) {
      if (ended) return;
      items.push(item);
      signal();
    },
    end() {
      ended = true;
      signal();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const item = items.shift();
        if (item !== undefined) yield item;
        else if (ended) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}
