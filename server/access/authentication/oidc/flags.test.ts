import { describe, expect, it } from "vitest";
import { parseServeFlags } from "../../../whole/options/parseFlags.ts";

const parsed = (...argv: string[]) => parseServeFlags(argv).options;

describe("OIDC provider flags", () => {
  it("are unset by default", () => {
    const options = parsed();
    expect(Object.entries(options).filter(([key, value]) => key.startsWith("oidc") && value !== undefined)).toEqual([]);
    expect(options.authenticationConfig).toBeUndefined();
    expect(options.anonymousAuth).toBeUndefined();
  });

  it("are parsed", () => {
    const options = parsed(
      ...["--oidc-issuer-url=https://i", "--oidc-client-id=c", "--oidc-username-prefix=-", "--oidc-ca-file=/ca.pem"],
      ...["--oidc-signing-algs=RS256, ES256", "--oidc-signing-algs=PS512", "--authentication-config=/auth.yaml"],
    );
    expect(options).toMatchObject({
      oidcIssuerUrl: "https://i",
      oidcClientId: "c",
      oidcUsernamePrefix: "-",
      oidcCaFile: "/ca.pem",
      oidcSigningAlgs: ["RS256", "ES256", "PS512"],
      authenticationConfig: "/auth.yaml",
    });
  });

  it("keep commas in required claims", () => {
    const options = parsed(
      "--oidc-required-claim=a=b,c=d",
      "--oidc-required-claim",
      "e = f",
      "--oidc-required-claim=g=",
    );
    expect(options.oidcRequiredClaim).toEqual({ a: "b,c=d", e: "f", g: "" });
    expect(() => parsed("--oidc-required-claim=a")).toThrow("malformed pair, expect string=string");
  });
});
