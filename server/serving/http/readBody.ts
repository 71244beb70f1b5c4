import { GatheredBytes } from "../../ground/memory/gatheredBytes.ts";
import type { WireRequest } from "./wire.ts";

/** Why a body was not read: it is too long, it did not arrive in time, or the client disconnected. */
export type BodyFault = "tooLong" | "late" | "aborted";

/** Contains only the fault: callers have their own messages and codes. */
export class BodyError extends Error {
  readonly fault: BodyFault;

  constructor(fault: BodyFault) {
    super(`the body of the request is ${fault}`);
    this.name = "BodyError";
    this.fault = fault;
  }
}

export interface BodyLimits {
  readonly bytes: number;
  /** Maximum milliseconds for the whole body, from now on; by default there is no limit but the connection's. */
  readonly time?: number;
  /** Called before waiting for the first byte; not called when the announced length is too large. */
  readonly onBegin?: () => void;
}

/**
 * Reads a whole body. The rest of a refused body is read and dropped, so that the client can read the error.
 * @throws BodyError
 */
export function readBody(request: WireRequest, { bytes, time, onBegin }: BodyLimits): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > bytes) return Promise.reject(new BodyError("tooLong"));
  if (request.destroyed && !request.readableEnded) return Promise.reject(new BodyError("aborted"));
  onBegin?.();
  return new Promise((resolve, reject) => {
    const gathered = new GatheredBytes();
    const settle = (): void => {
      clearTimeout(timer);
      request.off("data", take);
      request.off("end", finish);
      request.off("error", abort);
      request.off("close", abort);
    };
    const refuse = (fault: BodyFault): void => {
      settle();
      request.resume();
      reject(new BodyError(fault));
    };
    const take = (chunk: Buffer): void => {
      if (gathered.size + chunk.length > bytes) refuse("tooLong");
      else gathered.push(chunk);
    };
    const finish = (): void => {
      settle();
      resolve(gathered.take());
    };
    const abort = (): void => refuse("aborted");
    const timer = time === undefined || request.complete ? undefined : setTimeout(() => refuse("late"), time);
    request.on("data", take);
    request.on("end", finish);
    request.on("error", abort);
    request.on("close", abort);
  });
}
