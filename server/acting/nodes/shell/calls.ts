import type { CallMessage, FromShells, ToShells } from "./messages.ts";

/** Called with a part of an answer. */
export type OnPart = (bytes: Uint8Array) => void;

/** A pending call. */
interface Call {
  resolve(value: unknown): void;
  reject(error: Error): void;
  readonly onPart: OnPart | undefined;
}

/** The calls of commands to the other side of their thread. */
export class Calls {
  readonly #send: (message: FromShells) => void;
  readonly #open = new Map<number, Call>();
  #last = 0;

  constructor(send: (message: FromShells) => void) {
    this.#send = send;
  }

  /**
   * @param signal cancels: the call then resolves at once with undefined.
   * @throws Error with the message of the other side
   */
  async ask(machine: number, payload: CallMessage, signal?: AbortSignal, onPart?: OnPart): Promise<unknown> {
    if (signal?.aborted === true) return undefined;
    this.#last += 1;
    const call = this.#last;
    let giveUp = (): void => undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#open.set(call, { resolve, reject, onPart });
        giveUp = () => {
          this.#send({ type: "call", call, machine, payload: { name: "cancel", call } });
          resolve(undefined);
        };
        signal?.addEventListener("abort", giveUp);
        this.#send({ type: "call", call, machine, payload });
      });
    } finally {
      this.#open.delete(call);
      // Remove the listener: the signal of a long run outlives a very large number of calls.
      signal?.removeEventListener("abort", giveUp);
    }
  }

  /** Called with a part of an answer. */
  part({ call, bytes }: Extract<ToShells, { type: "part" }>): void {
    this.#open.get(call)?.onPart?.(bytes);
  }

  /** Called with an answer; it is dropped when its call was cancelled. */
  answer({ call, value, failure }: Extract<ToShells, { type: "reply" }>): void {
    const waiting = this.#open.get(call);
    if (failure === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(failure));
  }
}
