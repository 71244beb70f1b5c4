/**
 * A file of the data folder that cannot be used: it is damaged, does not fit the others, or is held by another server.
 * The message is one sentence for users that names the file and what to do; it contains nothing of the file's content.
 */
export class DataFolderError extends Error {
  override readonly name: string = "DataFolderError";
}
