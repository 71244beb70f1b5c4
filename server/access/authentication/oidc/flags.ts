import { type Flag, type FlagGroup, fileFlag, listFlag, textFlag } from "../../../ground/settings/flag.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";

/** The external issuers whose tokens are accepted: one OpenID Connect provider, or a file that names several. */
export interface OidcOptions {
  /** Path of an AuthenticationConfiguration; excludes all other flags. */
  readonly authenticationConfig?: string | undefined;
  /** `https://…`; undefined for no provider. */
  readonly oidcIssuerUrl?: string | undefined;
  /** The required audience of its tokens. */
  readonly oidcClientId?: string | undefined;
  /** Default `sub`. */
  readonly oidcUsernameClaim?: string | undefined;
  /** Default: the issuer and `#`, except for the claim `email`; `-` means none. */
  readonly oidcUsernamePrefix?: string | undefined;
  /** Default: tokens give no groups. */
  readonly oidcGroupsClaim?: string | undefined;
  readonly oidcGroupsPrefix?: string | undefined;
  /** Claims that must have these values. */
  readonly oidcRequiredClaim?: Readonly<Record<string, string>> | undefined;
  /** Path of the PEM authorities of the provider's certificate. Default: well-known authorities. */
  readonly oidcCaFile?: string | undefined;
  /** Default RS256. */
  readonly oidcSigningAlgs?: readonly string[] | undefined;
}

/**
 * The defaults of these flags. Not set in the options, because whether a flag was given determines which others it
 * excludes.
 */
export const DEFAULT_USERNAME_CLAIM = "sub";
export const DEFAULT_SIGNING_ALGORITHMS: readonly string[] = ["RS256"];

const optional = (name: string, argument: string, about: string, shownDefault = ""): Flag<string | undefined> => ({
  ...textFlag(name, { argument, about, default: undefined }),
  shownDefault,
});

/** May be repeated; commas are part of the value. */
const requiredClaimFlag: Flag<Readonly<Record<string, string>> | undefined> = {
  name: "oidc-required-claim",
  argument: "<key=value>",
  about: "claim that a token must have with this text; repeatable",
  default: undefined,
  shownDefault: "",
  read: (texts) =>
    Object.fromEntries(
      texts.map((pair) => {
        const equals = pair.indexOf("=");
        if (equals < 0) throw new OptionError(`--oidc-required-claim: malformed pair, expect string=string`);
        return [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
      }),
    ),
};

const signingAlgsFlag: Flag<readonly string[] | undefined> = {
  ...listFlag("oidc-signing-algs", {
    argument: "<algorithms>",
    about: "signature algorithms that tokens may have",
    default: DEFAULT_SIGNING_ALGORITHMS,
  }),
  default: undefined,
};

export const oidcFlags: FlagGroup<OidcOptions> = {
  authenticationConfig: fileFlag(
    "authentication-config",
    "AuthenticationConfiguration: issuers of tokens, how claims become users, anonymous requests",
  ),
  oidcIssuerUrl: optional("oidc-issuer-url", "<url>", "OpenID Connect provider (https) whose tokens are accepted"),
  oidcClientId: optional("oidc-client-id", "<id>", "client that its tokens must be meant for"),
  oidcUsernameClaim: optional(
    "oidc-username-claim",
    "<claim>",
    "claim that is the user's name",
    DEFAULT_USERNAME_CLAIM,
  ),
  oidcUsernamePrefix: optional(
    "oidc-username-prefix",
    "<text>",
    "stands before user names; - for nothing (default: the issuer and #, unless the claim is email)",
  ),
  oidcGroupsClaim: optional("oidc-groups-claim", "<claim>", "claim that holds the user's groups"),
  oidcGroupsPrefix: optional("oidc-groups-prefix", "<text>", "stands before groups"),
  oidcRequiredClaim: requiredClaimFlag,
  oidcCaFile: fileFlag("oidc-ca-file", "PEM certificates of the provider's authorities (default: well-known ones)"),
  oidcSigningAlgs: signingAlgsFlag,
};
