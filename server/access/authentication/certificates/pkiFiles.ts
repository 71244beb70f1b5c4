import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../../store/storage/makeFolder.ts";
import { readIfPresent } from "../../../store/storage/privateFile.ts";

/** Names of the files in the PKI folder. */
export const PKI_FILES = {
  caCertificate: "ca.crt",
  caKey: "ca.key",
  servingCertificate: "serving.crt",
  servingKey: "serving.key",
  adminCertificate: "admin.crt",
  adminKey: "admin.key",
  frontProxyCaCertificate: "front-proxy-ca.crt",
  frontProxyCaKey: "front-proxy-ca.key",
  frontProxyCertificate: "front-proxy-client.crt",
  frontProxyKey: "front-proxy-client.key",
  serviceAccountKey: "sa.key",
} as const;

export type PkiFile = keyof typeof PKI_FILES;

/** Creates the folder for its owner only, and restricts the permissions of an existing one. */
export async function ensurePrivateFolder(directory: string): Promise<void> {
  makeFolder(directory);
  await chmod(directory, 0o700);
}

/** Content of a file; undefined when it is absent. @throws the operating system's error when it cannot be read */
export const readPkiFile = (directory: string, file: PkiFile): Promise<string | undefined> =>
  readIfPresent(join(directory, PKI_FILES[file]));
