import { OptionError } from "../../../ground/settings/optionError.ts";
import { DEFAULT_SIGNING_ALGORITHMS, DEFAULT_USERNAME_CLAIM, type OidcOptions } from "../oidc/flags.ts";
import { SIGNING_ALGORITHMS } from "../oidc/verifyToken.ts";
import type { WrittenAuthentication } from "./writtenAuthentication.ts";

/** Whether any flag about a single provider was given. */
const hasOidcFlags = (options: OidcOptions): boolean =>
  Object.entries(options).some(([key, value]) => key.startsWith("oidc") && value !== undefined);

/**
 * Checks which of the flags can be combined.
 * @param structured the gate of the configuration file
 * @throws OptionError
 */
export function checkOidcOptions(options: OidcOptions, structured: boolean): void {
  if (options.authenticationConfig === undefined) {
    if (hasOidcFlags(options) && !(options.oidcIssuerUrl && options.oidcClientId)) {
      throw new OptionError(
        "oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set",
      );
    }
    return;
  }
  if (!structured) {
    const gate = "StructuredAuthenticationConfiguration";
    throw new OptionError(`set --feature-gates=${gate}=true to use authentication-config file`);
  }
  if (hasOidcFlags(options)) {
    throw new OptionError("authentication-config file and oidc-* flags are mutually exclusive");
  }
}

/** The algorithms in the flags. @throws OptionError */
export function flagAlgorithms({ oidcSigningAlgs }: OidcOptions): readonly string[] {
  const algorithms = oidcSigningAlgs?.length ? oidcSigningAlgs : DEFAULT_SIGNING_ALGORITHMS;
  const odd = algorithms.find((algorithm) => !SIGNING_ALGORITHMS.includes(algorithm));
  if (odd !== undefined) throw new OptionError(`oidc: unsupported signing alg: ${JSON.stringify(odd)}`);
  return algorithms;
}

/**
 * Converts the flags to an equivalent configuration.
 * @param authorities content of `--oidc-ca-file`
 */
export function flagAuthentication(options: OidcOptions, authorities: string | undefined): WrittenAuthentication {
  const { oidcIssuerUrl: url, oidcClientId: client, oidcGroupsClaim, oidcGroupsPrefix = "" } = options;
  if (!url || !client) return {};
  const claim = options.oidcUsernameClaim ?? DEFAULT_USERNAME_CLAIM;
  return {
    jwt: [
      {
        issuer: {
          url,
          audiences: [client],
          ...(authorities === undefined ? {} : { certificateAuthority: authorities }),
        },
        claimMappings: {
          username: { claim, prefix: usernamePrefix(options.oidcUsernamePrefix ?? "", claim, url) },
          ...(oidcGroupsClaim ? { groups: { claim: oidcGroupsClaim, prefix: oidcGroupsPrefix } } : {}),
        },
        claimValidationRules: Object.entries(options.oidcRequiredClaim ?? {}).map(([required, requiredValue]) => ({
          claim: required,
          requiredValue,
        })),
      },
    ],
  };
}

function usernamePrefix(prefix: string, claim: string, issuer: string): string {
  if (prefix === "-") return "";
  return prefix === "" && claim !== "email" ? `${issuer}#` : prefix;
}
