import { describe, expect, it } from "vitest";
import type { OidcOptions } from "../oidc/flags.ts";
import { checkOidcOptions, flagAlgorithms, flagAuthentication } from "./flagAuthentication.ts";

const GIVEN: OidcOptions = { oidcIssuerUrl: "https://i", oidcClientId: "c" };
const mappingsOf = (options: OidcOptions) => flagAuthentication(options, undefined).jwt?.[0]?.claimMappings;

describe("OIDC provider flags", () => {
  it("are equivalent to a configuration file", () => {
    expect(flagAuthentication({}, undefined)).toEqual({});
    expect(
      flagAuthentication({ ...GIVEN, oidcGroupsClaim: "g", oidcRequiredClaim: { a: "b", c: "d" } }, "PEM"),
    ).toEqual({
      jwt: [
        {
          issuer: { url: "https://i", audiences: ["c"], certificateAuthority: "PEM" },
          claimMappings: {
            username: { claim: "sub", prefix: "https://i#" },
            groups: { claim: "g", prefix: "" },
          },
          claimValidationRules: [
            { claim: "a", requiredValue: "b" },
            { claim: "c", requiredValue: "d" },
          ],
        },
      ],
    });
  });

  it.each<[OidcOptions, string]>([
    [{}, "https://i#"],
    [{ oidcUsernameClaim: "name" }, "https://i#"],
    [{ oidcUsernameClaim: "email" }, ""],
    [{ oidcUsernameClaim: "email", oidcUsernamePrefix: "p:" }, "p:"],
    [{ oidcUsernamePrefix: "-" }, ""],
    [{ oidcUsernamePrefix: "p:" }, "p:"],
  ])("%j set the user name prefix", (more, prefix) => {
    expect(mappingsOf({ ...GIVEN, ...more })?.username?.prefix).toBe(prefix);
  });

  it.each<[OidcOptions, boolean, string | undefined]>([
    [{}, true, undefined],
    [GIVEN, false, undefined],
    [{ authenticationConfig: "/f" }, true, undefined],
    [{ oidcIssuerUrl: "https://i" }, true, "oidc-issuer-url and oidc-client-id must be specified together"],
    [{ oidcClientId: "c" }, true, "oidc-issuer-url and oidc-client-id must be specified together"],
    [{ oidcSigningAlgs: ["RS256"] }, true, "oidc-issuer-url and oidc-client-id must be specified together"],
    [{ ...GIVEN, oidcIssuerUrl: "" }, true, "oidc-issuer-url and oidc-client-id must be specified together"],
    [{ ...GIVEN, authenticationConfig: "/f" }, true, "mutually exclusive"],
    [{ authenticationConfig: "/f" }, false, "set --feature-gates=StructuredAuthenticationConfiguration=true"],
  ])("%j with the gate %j are validated", (options, structured, message) => {
    const check = () => checkOidcOptions(options, structured);
    if (message === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(message);
  });

  it("allow asymmetric algorithms only", () => {
    expect(flagAlgorithms({})).toEqual(["RS256"]);
    expect(flagAlgorithms({ oidcSigningAlgs: ["ES512", "PS256"] })).toEqual(["ES512", "PS256"]);
    expect(() => flagAlgorithms({ oidcSigningAlgs: ["none"] })).toThrow('oidc: unsupported signing alg: "none"');
  });
});
