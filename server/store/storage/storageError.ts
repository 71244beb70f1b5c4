import { DataFolderError } from "./dataFolderError.ts";

/**
 * Why a store cannot do what is asked: no room on the disk, a failing disk, a damaged file, a store that does not
 * answer, or a value that is too large.
 */
export type StorageFault = "full" | "failing" | "damaged" | "unavailable" | "tooLarge";

/** Thrown by reads and writes that the medium could not execute. */
export class StorageError extends DataFolderError {
  override readonly name = "StorageError";
  readonly fault: StorageFault;
  /** The outcome of a write: nothing of it is stored, or unknown because no answer came. */
  readonly outcome: "nothing" | "unknown";

  constructor(fault: StorageFault, message: string, cause: unknown, outcome: "nothing" | "unknown" = "nothing") {
    super(message, { cause });
    this.fault = fault;
    this.outcome = outcome;
  }
}
