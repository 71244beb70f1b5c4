import { parseUrl } from "../../../ground/formats/urls/urlParts.ts";
import {
  booleanFlag,
  durationFlag,
  type Flag,
  type FlagGroup,
  fileFlag,
  filesFlag,
  listFlag,
} from "../../../ground/settings/flag.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";

/** How service account tokens are issued, and which are accepted. */
export interface ServiceAccountOptions {
  /** Paths of PEM files with additional keys whose tokens are accepted. */
  readonly serviceAccountKeyFile: readonly string[];
  /** Path of the PEM key for signing; by default one is generated at the first start. */
  readonly serviceAccountSigningKeyFile?: string | undefined;
  /** The first one issues tokens; tokens of all are accepted. Empty for the default. */
  readonly serviceAccountIssuer: readonly string[];
  /** Audiences of the server itself; empty for its issuers. */
  readonly apiAudiences: readonly string[];
  /** Whether tokens in secrets must still exist there. */
  readonly serviceAccountLookup: boolean;
  /** Maximum lifetime of a token in milliseconds; 0 for no specific limit. */
  readonly serviceAccountMaxTokenExpiration: number;
  /** Whether tokens of pods are valid longer than requested, for clients that do not renew them. */
  readonly serviceAccountExtendTokenExpiration: boolean;
  /** Where verifying parties find the public keys, if not at this server. */
  readonly serviceAccountJwksUri?: string | undefined;
}

const issuerFlag: Flag<readonly string[]> = {
  name: "service-account-issuer",
  argument: "<issuer>",
  about: "who issues tokens of service accounts, a URL or any text; repeatable: the first one issues, all are accepted",
  default: [],
  shownDefault: "",
  read(texts) {
    texts.forEach((issuer, i) => {
      const url = issuer.includes(":") ? parseUrl(issuer) : undefined;
      const name = `service-account-issuer ${JSON.stringify(issuer)}`;
      if (typeof url === "string") throw new OptionError(`${name} contained a ':' but was not a valid URL: ${url}`);
      if (issuer === "") throw new OptionError("service-account-issuer should not be an empty string");
      if (texts.indexOf(issuer) !== i) throw new OptionError(`${name} is already specified`);
    });
    return texts;
  },
};

const jwksUriFlag: Flag<string | undefined> = {
  name: "service-account-jwks-uri",
  argument: "<url>",
  about: "where relying parties find the keys of service account tokens (default: at this server)",
  default: undefined,
  shownDefault: "",
  read(texts) {
    const text = texts.at(-1) ?? "";
    if (text === "") return undefined;
    const url = parseUrl(text);
    if (typeof url === "string") throw new OptionError(`service-account-jwks-uri must be a valid URL: ${url}`);
    if (url.scheme === "https") return text;
    throw new OptionError(`service-account-jwks-uri requires https scheme, parsed as: ${text}`);
  },
};

const HOUR = 3600_000;
const LONGEST = 2 ** 32 * 1000;
const anyExpiration = durationFlag(
  "service-account-max-token-expiration",
  "longest life of a service account token, from 1h to 2^32 seconds; 0 for no limit",
  { default: "0s" },
);
const maxExpirationFlag: Flag<number> = {
  ...anyExpiration,
  read(texts) {
    const value = anyExpiration.read(texts);
    if (value === 0 || (value >= HOUR && value <= LONGEST)) return value;
    throw new OptionError("the service-account-max-token-expiration must be between 1 hour and 2^32 seconds");
  },
};

export const serviceAccountFlags: FlagGroup<ServiceAccountOptions> = {
  serviceAccountKeyFile: filesFlag(
    "service-account-key-file",
    "PEM keys (RSA or ECDSA, public or private) whose service account tokens are accepted; repeatable",
  ),
  serviceAccountSigningKeyFile: fileFlag(
    "service-account-signing-key-file",
    "PEM key that signs service account tokens (default: made at first start)",
  ),
  serviceAccountIssuer: issuerFlag,
  apiAudiences: listFlag("api-audiences", {
    argument: "<names>",
    about: "audiences of this server, one of which tokens must be meant for (default: the issuers)",
    default: [],
  }),
  serviceAccountLookup: booleanFlag(
    "service-account-lookup",
    "accept service account tokens in secrets only as long as the secret holds them",
    true,
  ),
  serviceAccountMaxTokenExpiration: maxExpirationFlag,
  serviceAccountExtendTokenExpiration: booleanFlag(
    "service-account-extend-token-expiration",
    "let tokens of pods live for a year, and note when they should have been renewed",
    true,
  ),
  serviceAccountJwksUri: jwksUriFlag,
};
