import { booleanFlag, type FlagGroup, fileFlag } from "../../ground/settings/flag.ts";

/** How requests are authenticated. */
export interface AuthenticationOptions {
  /** Path of PEM certificates whose clients are trusted, in addition to the server's own authority. */
  readonly clientCaFile?: string | undefined;
  /** Path of a CSV file of static tokens. */
  readonly tokenAuthFile?: string | undefined;
  /** Undefined when the flag is not given; anonymous requests are then served. */
  readonly anonymousAuth?: boolean | undefined;
  readonly enableBootstrapTokenAuth: boolean;
}

export const authenticationFlags: FlagGroup<AuthenticationOptions> = {
  clientCaFile: fileFlag("client-ca-file", "PEM certificates of authorities whose clients are trusted"),
  tokenAuthFile: fileFlag("token-auth-file", 'static tokens: CSV token,user,uid[,"group,group"]'),
  anonymousAuth: {
    ...booleanFlag("anonymous-auth", "serve requests without credentials as the anonymous user", true),
    default: undefined,
  },
  enableBootstrapTokenAuth: booleanFlag("enable-bootstrap-token-auth", "accept bootstrap tokens", true),
};
