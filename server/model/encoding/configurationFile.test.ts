import { describe, expect, it } from "vitest";
import { loadSchema } from "../schema/schema.ts";
import { decodeConfiguration } from "./configurationFile.ts";
import { MAX_FILE_LENGTH } from "./fileSize.ts";

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

  it("rejects a file that would take too long to parse", async () => {
    const entry = "- {type: RBAC, name: rbac}\n";
    const large = `${head}/v1\nauthorizers:\n${entry.repeat(MAX_FILE_LENGTH / entry.length)}`;
    await expect(decode(large)).rejects.toThrow(
      `the file has ${large.length} characters; at most ${MAX_FILE_LENGTH} are read`,
    );
  });

  it("does not quote unparsable text", async () => {
    await expect(decode("kind: 'hidden\nsecret: [")).rejects.toThrow(/^yaml(: line \d+)?: the text cannot be parsed$/);
  });
});
