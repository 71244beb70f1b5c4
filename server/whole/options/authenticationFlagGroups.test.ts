import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS } from "./options.ts";
import { parseServeFlags } from "./parseFlags.ts";

const parse = (...flags: string[]) => parseServeFlags(flags).options;

describe("flags of service accounts", () => {
  it("have the reference's defaults", () => {
    expect(DEFAULT_OPTIONS).toMatchObject({
      serviceAccountKeyFile: [],
      serviceAccountIssuer: [],
      apiAudiences: [],
      serviceAccountLookup: true,
      serviceAccountMaxTokenExpiration: 0,
      serviceAccountExtendTokenExpiration: true,
    });
  });

  it("may be repeated where multiple values are allowed", () => {
    const flags = ["--service-account-issuer=https://a,b", "--service-account-issuer", "plain"];
    expect(parse(...flags).serviceAccountIssuer).toEqual(["https://a,b", "plain"]);
    expect(parse("--service-account-key-file=/a", "--service-account-key-file=/b").serviceAccountKeyFile).toEqual([
      "/a",
      "/b",
    ]);
    expect(parse("--api-audiences=a,b", "--api-audiences=c").apiAudiences).toEqual(["a", "b", "c"]);
  });

  it.each([
    ["0", 0],
    ["1h", 3600_000],
    ["4294967296s", 2 ** 32 * 1000],
  ])("accept %s as the maximum token lifetime", (text, milliseconds) => {
    const options = parse(`--service-account-max-token-expiration=${text}`);
    expect(options.serviceAccountMaxTokenExpiration).toBe(milliseconds);
  });

  it.each([
    [["--service-account-issuer="], "service-account-issuer should not be an empty string"],
    [["--service-account-issuer=a", "--service-account-issuer=a"], 'service-account-issuer "a" is already specified'],
    [
      ["--service-account-issuer=:x"],
      `service-account-issuer ":x" contained a ':' but was not a valid URL: parse ":x": missing protocol scheme`,
    ],
    [["--service-account-jwks-uri=http://x"], "service-account-jwks-uri requires https scheme, parsed as: http://x"],
    [["--service-account-jwks-uri=https://["], "service-account-jwks-uri must be a valid URL: "],
    [
      ["--service-account-max-token-expiration=59m"],
      "the service-account-max-token-expiration must be between 1 hour and 2^32 seconds",
    ],
    [
      ["--service-account-max-token-expiration=4294967297s"],
      "the service-account-max-token-expiration must be between 1 hour and 2^32 seconds",
    ],
    [["--service-account-signing-key-file="], "--service-account-signing-key-file needs the path of a file"],
  ])("refuse %j", (flags, message) => {
    expect(() => parse(...flags)).toThrow(message);
  });
});

describe("flags of authenticating proxies", () => {
  it("default to the usual headers", () => {
    expect(DEFAULT_OPTIONS).toMatchObject({
      requestheaderAllowedNames: [],
      requestheaderUsernameHeaders: ["X-Remote-User"],
      requestheaderUidHeaders: [],
      requestheaderGroupHeaders: ["X-Remote-Group"],
      requestheaderExtraHeadersPrefix: ["X-Remote-Extra-"],
    });
    expect(parse("--requestheader-allowed-names=a,b").requestheaderAllowedNames).toEqual(["a", "b"]);
    expect(parse("--requestheader-group-headers=").requestheaderGroupHeaders).toEqual([]);
  });
  it.each(["allowed-names", "username-headers", "uid-headers", "group-headers", "extra-headers-prefix"])(
    "refuse blank entries of %s",
    (name) => {
      expect(() => parse(`--requestheader-${name}=a, `)).toThrow(`empty value in "requestheader-${name}"`);
    },
  );
});

describe("flags of the token webhook", () => {
  it("have the reference's defaults", () => {
    expect(DEFAULT_OPTIONS).toMatchObject({
      authenticationTokenWebhookCacheTtl: 120_000,
      authenticationTokenWebhookVersion: "v1beta1",
    });
    expect(parse("--authentication-token-webhook-version=v1").authenticationTokenWebhookVersion).toBe("v1");
  });
  it("refuse other versions", () => {
    expect(() => parse("--authentication-token-webhook-version=v2")).toThrow(
      'unsupported webhook authenticator version "v2", supported versions are v1, v1beta1',
    );
  });
});
