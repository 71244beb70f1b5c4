import type { CallMessage, FromShells, ToShells } from "./messages.ts";

/** Takes a part of an answer. */
export type OnPart = (bytes: Uint8Array) => void;

/** A question that waits for its answer. */
interface Call {
  resolve(value: unknown): void;
  reject(error: Error): void;
  readonly onPart: OnPart | undefined;
}

/** What commands ask of the other side of their thread. */
export class Calls {
  readonly #send: (message: FromShells) => void;
  readonly #open = new Map<number, Call>();
  #last = 0;

  constructor(send: (message: FromShells) => void) {
    this.#send = send;
  }

  /** @param signal gives up: the call then resolves at once with nothing. @throws Error with what the other side says */
  async ask(machine: number, what: CallMessage, signal?: AbortSignal, onPart?: OnPart): Promise<unknown> {
    if (signal?.aborted === true) return undefined;
    this.#last += 1;
    const call = this.#last;
    let giveUp = (): void => undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#open.set(call, { resolve, reject, onPart });
        giveUp = () => {
          this.#send({ type: "call", call, machine, what: { name: "cancel", call } });
          resolve(undefined);
        };
        signal?.addEventListener("abort", giveUp);
        this.#send({ type: "call", call, machine, what });
      });
    } finally {
      this.#open.delete(call);
      // The signal of a long run outlives a million calls.
      signal?.removeEventListener("abort", giveUp);
    }
  }

  /** A part of an answer has come. */
  part({ call, bytes }: Extract<ToShells, { type: "part" }>): void {
    this.#open.get(call)?.onPart?.(bytes);
  }

  /** An answer has come; one that is no longer waited for is dropped. */
  answer({ call, value, failure }: Extract<ToShells, { type: "reply" }>): void {
    const waiting = this.#open.get(call);
    if (failure === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(failure));
  }
}
