/** Certificates with their keys in files that are followed, so that they are replaced without a new start. */

import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { FileReload } from "../../../ground/settings/fileReload.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { readOptionFile } from "../../../ground/settings/readOptionFile.ts";

/** PEM texts. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

/** A pair that may change. */
export interface CertificateSource {
  readonly current: CertificatePair;
  /** The listener is called after each change. */
  onChange(listener: () => void): void;
}

export interface CertificateFilesParts {
  /** Called for changed files that do not fit together: the last pair stays. */
  readonly warn: (text: string) => void;
  /** Registers what to do when the server stops. */
  readonly onStop: (end: () => void) => void;
}

/** Time between two looks at the files, in milliseconds; changes are seen at once where files can be watched. */
const INTERVAL = 60_000;

/** A pair that stays as it is. */
export const fixedPair = (current: CertificatePair): CertificateSource => ({ current, onChange: () => undefined });

/**
 * Reads a certificate and its key, and follows both files.
 * @param flags names of the flags that the files come from, for errors
 * @throws OptionError for files that cannot be read, hold something else, or do not fit together
 */
export async function openCertificateFiles(
  flags: readonly [cert: string, key: string],
  files: readonly [cert: string, key: string],
  { warn, onStop }: CertificateFilesParts,
): Promise<CertificateSource> {
  const listeners: (() => void)[] = [];
  let current = { cert: await readOptionFile(flags[0], files[0]), key: await readOptionFile(flags[1], files[1]) };
  const misfit = misfitOf(current);
  if (misfit !== undefined) throw new OptionError(`${flags[0]}: ${misfit}`);
  const read = async (): Promise<CertificatePair> => ({
    cert: await readFile(files[0], "utf8"),
    key: await readFile(files[1], "utf8"),
  });
  for (const file of files) {
    const reload = new FileReload(JSON.stringify(current), {
      interval: INTERVAL,
      watch: file,
      // Two files are seldom written in one moment: the next look finds both.
      persistent: true,
      read: async () => JSON.stringify(await read()),
      async apply(text) {
        const next = JSON.parse(text) as CertificatePair;
        if (next.cert === current.cert && next.key === current.key) return false;
        const wrong = misfitOf(next);
        if (wrong !== undefined) throw new Error(wrong);
        current = next;
        for (const listener of listeners) listener();
        return true;
      },
      onReloaded: () => undefined,
      onError: (error) => warn(`${flags[0]}: kept as it was: ${messageOf(error)}`),
    });
    reload.start();
    onStop(() => reload.stop());
  }
  return {
    get current() {
      return current;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

/** What is wrong with a pair. It tells nothing of the key. */
function misfitOf({ cert, key }: CertificatePair): string | undefined {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(cert);
  } catch {
    return "the file holds no PEM certificate";
  }
  try {
    return certificate.checkPrivateKey(createPrivateKey(key)) ? undefined : "the key is not the certificate's";
  } catch {
    return "the key file holds no PEM private key";
  }
}
