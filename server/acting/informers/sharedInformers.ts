import type { ObjectReader } from "../../store/cache/reader.ts";
import { type Delivery, Informers } from "./informers.ts";

/** Informers that several components use, each for its own lifetime. They stop when the last component has stopped. */
export class SharedInformers {
  readonly #reader: ObjectReader;
  readonly #delivery: Delivery | undefined;
  #informers: Informers | undefined;
  #users = 0;

  /** @param delivery wraps the delivery of each change to a listener */
  constructor(reader: ObjectReader, delivery?: Delivery) {
    this.#reader = reader;
    this.#delivery = delivery;
  }

  /**
   * Starts a component with the informers.
   * @returns a handle that stops the component; the informers run at least until it has stopped
   */
  during(start: (informers: Informers) => { stop(): Promise<void> }): { stop(): Promise<void> } {
    this.#informers ??= new Informers(this.#reader, this.#delivery);
    const running = start(this.#informers);
    this.#users++;
    let stopping: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      try {
        await running.stop();
      } finally {
        this.#leave();
      }
    };
    return {
      stop() {
        stopping ??= stop();
        return stopping;
      },
    };
  }

  #leave(): void {
    if (--this.#users > 0) return;
    this.#informers?.stop();
    this.#informers = undefined;
  }
}
