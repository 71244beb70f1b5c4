import { createPrivateKey } from "node:crypto";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { parseCertificates } from "../../access/authentication/certificates/certificateChain.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import { readOptionFile } from "../../ground/settings/readOptionFile.ts";
import type { EtcdOptions } from "./etcdFlags.ts";

/** PEM texts of the flags' files: the authority of etcd's members, and the certificate and key that they are shown. */
export interface EtcdFiles {
  readonly ca: Buffer | undefined;
  readonly cert: Buffer | undefined;
  readonly key: Buffer | undefined;
}

/**
 * Reads the files for etcd. A file with other content is refused at once: connections would fail for as long as the
 * server runs, and for each without a reason that names the file.
 * @throws OptionError that names the file
 */
export async function readEtcdFiles({
  etcdCafile,
  etcdCertfile,
  etcdKeyfile,
}: Pick<EtcdOptions, "etcdCafile" | "etcdCertfile" | "etcdKeyfile">): Promise<EtcdFiles> {
  return {
    ca: await checkedFile("--etcd-cafile", etcdCafile, parseCertificates),
    cert: await checkedFile("--etcd-certfile", etcdCertfile, parseCertificates),
    key: await checkedFile("--etcd-keyfile", etcdKeyfile, refuseOtherKeys),
  };
}

async function checkedFile(
  flag: string,
  path: string | undefined,
  check: (pem: string) => unknown,
): Promise<Buffer | undefined> {
  if (path === undefined) return undefined;
  const pem = await readOptionFile(flag, path);
  try {
    check(pem);
  } catch (error) {
    throw new OptionError(`${flag}: ${path}: ${messageOf(error)}`);
  }
  return Buffer.from(pem);
}

/** @throws Error when the text is no private key */
function refuseOtherKeys(pem: string): void {
  try {
    createPrivateKey(pem);
  } catch {
    throw new Error("the file holds no PEM private key");
  }
}
