import { messageOf } from "../../../../shared/text/messageOf.ts";
import { FileReload } from "../../../ground/settings/fileReload.ts";
import { orOptionError } from "../../../ground/settings/optionError.ts";
import { readOptionFile } from "../../../ground/settings/readOptionFile.ts";
import { readRegularFile } from "../../../ground/settings/readTextFile.ts";
import type { Authenticator } from "../authenticator.ts";
import { parseCertificates } from "./certificateChain.ts";

/** The authorities in a watched file, which can be replaced before they expire, without a restart. */
export interface AuthorityFile {
  /** PEM of the currently trusted authorities; empty without a file. */
  readonly pem: string;
  /** Calls the listener after each change. */
  onChange(listener: () => void): void;
}

export interface AuthorityFileParts {
  /** Called when a changed file contains no certificates; the previous ones stay. */
  readonly warn: (text: string) => void;
  /** Registers a function to call when the server stops. */
  readonly onStop: (end: () => void) => void;
}

/** Milliseconds between two checks of a file; changes are seen at once where files can be watched. */
const INTERVAL = 60_000;

/**
 * Reads the file of a flag, and follows its changes.
 * @param file undefined when the flag is not given: there are no authorities
 * @throws OptionError for a file without certificates
 */
export async function openAuthorityFile(
  flag: string,
  file: string | undefined,
  { warn, onStop }: AuthorityFileParts,
): Promise<AuthorityFile> {
  const listeners: (() => void)[] = [];
  let pem = "";
  if (file !== undefined) {
    pem = await readOptionFile(flag, file);
    orOptionError(() => parseCertificates(pem), flag);
    const reload = new FileReload(pem, {
      interval: INTERVAL,
      watch: file,
      persistent: false,
      read: () => readRegularFile(file),
      async apply(text) {
        parseCertificates(text);
        pem = text;
        for (const listener of listeners) listener();
      },
      onReloaded: () => undefined,
      onError: (error) => warn(`${flag}: kept as it was: ${messageOf(error)}`),
    });
    reload.start();
    onStop(() => reload.stop());
  }
  return {
    get pem() {
      return pem;
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

/** An authenticator that is rebuilt from the new authorities whenever the file changes. */
export function renewedAuthenticator(file: AuthorityFile, make: (pem: string) => Authenticator): Authenticator {
  let current = make(file.pem);
  file.onChange(() => {
    current = make(file.pem);
  });
  return { name: current.name, authenticate: (credentials) => current.authenticate(credentials) };
}
