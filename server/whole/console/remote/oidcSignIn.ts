import type { AddedText } from "./addedContexts.ts";
import type { Credentials } from "./credentials.ts";

/** Signing in with the system's browser. */
export interface OidcSignIn {
  /** The credentials of a cluster that was added with an issuer. */
  credentialsFor(entry: AddedText): Credentials | undefined;
  /** Begins to sign in; the address is for the system's browser. @throws RangeError for a cluster without an issuer */
  begin(id: string): Promise<string>;
  close(): void;
}
