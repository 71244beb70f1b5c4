/**
 * A file of the data folder that cannot be worked with: it is damaged, does not fit the others, or is held by another server.
 * The message is one sentence for people that names the file and what to do; it carries nothing of the content.
 */
export class DataFolderError extends Error {
  override readonly name: string = "DataFolderError";
}
