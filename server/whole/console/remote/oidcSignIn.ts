import type { AddedText } from "./addedContexts.ts";
import type { Credentials } from "./credentials.ts";

/** Sign-in with the system's browser. */
export interface OidcSignIn {
  /** The credentials of a cluster that was added with an issuer. */
  credentialsFor(entry: AddedText): Credentials | undefined;
  /**
   * Begins a sign-in; returns the address for the system's browser.
   * @throws RangeError for a cluster without an issuer
   */
  begin(id: string): Promise<string>;
  close(): void;
}
