import { describe, expect, it } from "vitest";
import { checkLabelValue, checkQualifiedName, checkSubdomain } from "./qualifiedName.ts";

const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const NAME_RULE =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

describe("Qualified names", () => {
  it("validates subdomains", () => {
    expect(checkSubdomain("a.b-c.d1")).toEqual([]);
    expect(checkSubdomain("UPPER")).toEqual([SUBDOMAIN_RULE]);
    expect(checkSubdomain("abc-")).toEqual([SUBDOMAIN_RULE]);
    expect(checkSubdomain("n".repeat(254))).toEqual(["must be no more than 253 characters"]);
    expect(checkSubdomain("")).toEqual([SUBDOMAIN_RULE]);
  });

  it("validates qualified names", () => {
    expect(checkQualifiedName("example.com/My_name.1")).toEqual([]);
    expect(checkQualifiedName("bad key")).toEqual([NAME_RULE]);
    expect(checkQualifiedName("example.com/")).toEqual(["name part must be non-empty", NAME_RULE]);
    expect(checkQualifiedName("/")).toEqual([
      "prefix part must be non-empty",
      "name part must be non-empty",
      NAME_RULE,
    ]);
    expect(checkQualifiedName("Example.COM/k")).toEqual([`prefix part ${SUBDOMAIN_RULE}`]);
    expect(checkQualifiedName("a/b/c")[0]).toMatch(/^a qualified name must.*'example.com\/MyName'\)$/);
    expect(checkQualifiedName("n".repeat(64))).toEqual(["name part must be no more than 63 characters"]);
  });

  it("validates label values", () => {
    expect(checkLabelValue("")).toEqual([]);
    expect(checkLabelValue("v1.2_x")).toEqual([]);
    const [length, rule, ...more] = checkLabelValue(`-${"n".repeat(63)}`);
    expect(length).toBe("must be no more than 63 characters");
    expect(rule).toMatch(/^a valid label must be an empty string or/);
    expect(more).toEqual([]);
  });
});
