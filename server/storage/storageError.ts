import { DataFolderError } from "./dataFolderError.ts";

/** What keeps a store from working: no room on the disk, a disk that fails, a file that is damaged. */
export type StorageFault = "full" | "failing" | "damaged";

/** Thrown by reads and writes that the medium did not do. A write that throws it has changed nothing. */
export class StorageError extends DataFolderError {
  override readonly name = "StorageError";
  readonly fault: StorageFault;

  constructor(fault: StorageFault, message: string, cause: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}
