import type { IFileSystem } from "just-bash/browser";
import type { FileText } from "../messages.ts";
import { type Owners, parentOf } from "./owners.ts";
import type { SizedFiles } from "./sizedFiles.ts";

/** Files with their owners. */
export interface OwnedFiles {
  readonly files: SizedFiles;
  readonly owners: Owners;
}

/** Writes files, with the folders above them. */
export async function putFiles(into: IFileSystem, files: readonly FileText[]): Promise<void> {
  for (const { path, content, mode = 0o644 } of files) {
    await into.mkdir(parentOf(path), { recursive: true });
    await into.writeFile(path, content);
    await into.chmod(path, mode);
  }
}
