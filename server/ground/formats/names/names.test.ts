import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import {
  checkConfigKey,
  checkEnvironmentName,
  checkLabel,
  checkLabel1035,
  checkName,
  checkPathSegment,
  checkPortName,
  checkWildcardSubdomain,
} from "./names.ts";

const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

describe("names", () => {
  it("validates RFC 1123 labels, RFC 1035 labels and wildcard subdomains", () => {
    expect(checkLabel("Has.Dots")).toEqual([LABEL_RULE]);
    expect(checkLabel("1a")).toEqual([]);
    expect(checkLabel1035("1a")).toHaveLength(1);
    expect(checkLabel1035("a1")).toEqual([]);
    expect(checkWildcardSubdomain("*.a.b")).toEqual([]);
    expect(checkWildcardSubdomain("a.b")).toHaveLength(1);
  });

  it("validates path segments", () => {
    expect(checkPathSegment("system:a b")).toEqual([]);
    expect(checkPathSegment("..")).toEqual(["may not be '..'"]);
    expect(checkPathSegment("a/b")).toEqual(["may not contain '/'"]);
    expect(checkPathSegment("a%b")).toEqual(["may not contain '%'"]);
  });

  it("validates config keys, environment variable names and port names", () => {
    expect(checkConfigKey("..")).toEqual(["must not be '..'"]);
    expect(checkConfigKey("..x")).toEqual(["must not start with '..'"]);
    expect(checkConfigKey("a/b")).toHaveLength(1);
    expect(checkEnvironmentName("a b.c")).toEqual([]);
    expect(checkEnvironmentName("a=b")).toHaveLength(1);
    expect(checkPortName("thisnameiswaytoolong")).toEqual(["must be no more than 15 characters"]);
    expect(checkPortName("12")).toEqual(["must contain at least one letter (a-z)"]);
    expect(checkPortName("a--b")).toEqual(["must not contain consecutive hyphens"]);
    expect(checkPortName("-a")).toEqual(["must not begin or end with a hyphen"]);
  });

  it("allows the prefix of a generated name to end with a dash", () => {
    expect(checkName("subdomain", "web-", true)).toEqual([]);
    expect(checkName("subdomain", "web-")).toHaveLength(1);
    expect(checkName("subdomain", "Bad_", true)).toEqual([SUBDOMAIN_RULE]);
    expect(checkName("pathSegment", ".", true)).toEqual([]);
  });

  it("accepts every label as a subdomain, and joined ones too", () => {
    const label = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,8}[a-z0-9])?$/);
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 5 }), (labels) => {
        for (const one of labels) expect(checkLabel(one)).toEqual([]);
        expect(checkSubdomain(labels.join("."))).toEqual([]);
      }),
    );
  });

  it("never accepts a name that would escape its path segment", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (checkPathSegment(text).length === 0)
          expect(new URL(`http://h/a/${encodeURIComponent(text)}x`).pathname).toMatch(/^\/a\//);
        if (checkSubdomain(text).length === 0) expect(checkPathSegment(text)).toEqual([]);
      }),
    );
  });
});
