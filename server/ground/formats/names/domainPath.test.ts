import { expect, it } from "vitest";
import { texts } from "../../../api/resources/testing/objects.ts";
import { validateDomainPrefixedPath } from "./domainPath.ts";

const errors = (text: string): string[] => texts(validateDomainPrefixedPath(text, "p"));

it.each(["acme.io/foo", "example.com/a/b-c_d~%20", "x/y"])("%s is a domain-prefixed path", (text) => {
  expect(errors(text)).toEqual([]);
});

it.each(["acme", "/foo", "acme.io/"])("%s lacks the domain or the path", (text) => {
  expect(errors(text)).toEqual([`p: Invalid value: "${text}": must be a domain-prefixed path (such as "acme.io/foo")`]);
});

it("reports which part is invalid", () => {
  expect(errors("")).toEqual(["p: Required value"]);
  expect(errors("Acme/foo")[0]).toMatch(/^p: Invalid value: "Acme": a lowercase RFC 1123 subdomain/);
  expect(errors("acme.io/a b")).toEqual([
    "p: Invalid value: \"a b\": Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')",
  ]);
});
