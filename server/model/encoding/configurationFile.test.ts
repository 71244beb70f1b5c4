import { describe, expect, it } from "vitest";
import { loadSchema } from "../schema/schema.ts";
import { decodeConfiguration } from "./configurationFile.ts";

const schema = loadSchema();
const decode = (text: string) =>
  decodeConfiguration(text, { kind: "AuthorizationConfiguration", versions: ["v1", "v1beta1"] }, schema);
const head = "kind: AuthorizationConfiguration\napiVersion: apiserver.config.k8s.io";

describe("decodeConfiguration", () => {
  it.each(["v1", "v1beta1"])("parses version %s", async (version) => {
    expect(await decode(`${head}/${version}\nauthorizers: [{type: RBAC, name: rbac}]`)).toMatchObject({
      authorizers: [{ type: "RBAC", name: "rbac" }],
    });
  });

  it.each([
    ["a: 1", "Object 'Kind' is missing"],
    ["[1]", "Object 'Kind' is missing"],
    [`${head}/v2`, 'no kind "AuthorizationConfiguration" is registered for version "apiserver.config.k8s.io/v2"'],
    ["kind: Other", 'no kind "Other" is registered for version ""'],
    [`${head}/v1\nauthorizers: [{pandas: 1}]`, 'strict decoding error: unknown field "authorizers[0].pandas"'],
    [`${head}/v1\nauthorizers: x`, "json: cannot unmarshal string into Go struct field"],
  ])("rejects %j", async (text, message) => {
    await expect(decode(text)).rejects.toThrow(message);
  });

  it("does not quote unparsable text", async () => {
    await expect(decode("kind: 'hidden\nsecret: [")).rejects.toThrow(/^yaml(: line \d+)?: the text cannot be parsed$/);
  });
});
