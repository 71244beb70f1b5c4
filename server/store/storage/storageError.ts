import { DataFolderError } from "./dataFolderError.ts";

/**
 * What keeps a store from doing what it is asked: no room on the disk, a disk that fails, a file that is damaged, a store that
 * does not answer, a value that is too large.
 */
export type StorageFault = "full" | "failing" | "damaged" | "unavailable" | "tooLarge";

/** Thrown by reads and writes that the medium did not do. */
export class StorageError extends DataFolderError {
  override readonly name = "StorageError";
  readonly fault: StorageFault;
  /** The outcome of a write: nothing of it is stored, or the outcome is unknown because the answer did not come. */
  readonly outcome: "nothing" | "unknown";

  constructor(fault: StorageFault, message: string, cause: unknown, outcome: "nothing" | "unknown" = "nothing") {
    super(message, { cause });
    this.fault = fault;
    this.outcome = outcome;
  }
}
