import { randomBytes } from "node:crypto";
import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../storage/makeFolder.ts";

/** Names of the files in the PKI folder. */
export const PKI_FILES = {
  caCertificate: "ca.crt",
  caKey: "ca.key",
  servingCertificate: "serving.crt",
  servingKey: "serving.key",
  adminCertificate: "admin.crt",
  adminKey: "admin.key",
  serviceAccountKey: "sa.key",
} as const;

export type PkiFile = keyof typeof PKI_FILES;

/** Creates the folder for its owner only, also when it exists with wider rights. */
export async function ensurePrivateFolder(directory: string): Promise<void> {
  makeFolder(directory);
  await chmod(directory, 0o700);
}

/** Text of one file, or undefined when it cannot be read. */
export async function readPkiFile(directory: string, file: PkiFile): Promise<string | undefined> {
  try {
    return await readFile(join(directory, PKI_FILES[file]), "utf8");
  } catch {
    return undefined;
  }
}

/** Replaces one file at once, readable for its owner only: a crash leaves either the old or the new content. */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  const temporary = `${path}.${randomBytes(4).toString("hex")}.new`;
  await writeFile(temporary, content, { mode: 0o600 });
  await rename(temporary, path);
}
