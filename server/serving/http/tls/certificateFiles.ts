/** Certificates and keys in files that are followed, so that they can be replaced without a restart. */

import { createPrivateKey, X509Certificate } from "node:crypto";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { FileReload } from "../../../ground/settings/fileReload.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import { readOptionFile } from "../../../ground/settings/readOptionFile.ts";
import { readRegularFile } from "../../../ground/settings/readTextFile.ts";

/** PEM texts. */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

/** A pair of certificate and key that may change. */
export interface CertificateSource {
  readonly current: CertificatePair;
  /** The listener is called after each change. */
  onChange(listener: () => void): void;
}

export interface CertificateFilesParts {
  /** Called when changed files do not fit together: the previous pair stays in use. */
  readonly warn: (text: string) => void;
  /** Registers a function to call when the server stops. */
  readonly onStop: (end: () => void) => void;
}

/** Milliseconds between two checks of the files; where the system can watch files, changes are noticed at once. */
const INTERVAL = 60_000;

/** A pair that never changes. */
export const fixedPair = (current: CertificatePair): CertificateSource => ({ current, onChange: () => undefined });

/**
 * Reads a certificate and its key, and follows both files.
 * @param flags names of the flags that the files come from, for errors
 * @throws OptionError for files that cannot be read, have other content, or do not fit together
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
    cert: await readRegularFile(files[0]),
    key: await readRegularFile(files[1]),
  });
  for (const file of files) {
    const reload = new FileReload(JSON.stringify(current), {
      interval: INTERVAL,
      watch: file,
      // Two files are seldom written at the same moment: the next check finds both.
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

/** Why a pair is invalid; undefined if it is valid. The message contains nothing of the key. */
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
