import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { kubeconfigText } from "./kubeconfig.ts";

interface Config {
  clusters: { name: string; cluster: Record<string, string> }[];
  users: { name: string; user: Record<string, string> }[];
  contexts: { name: string; context: Record<string, string> }[];
  "current-context": string;
}
const read = (text: string): Config => parse(text) as Config;
const decoded = (text: string | undefined): string => Buffer.from(text ?? "", "base64").toString();

describe("kubeconfigText", () => {
  it("is complete for a server without credentials", () => {
    expect(read(kubeconfigText({ server: "http://127.0.0.1:8080" }))).toEqual({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "sandbox", cluster: { server: "http://127.0.0.1:8080" } }],
      users: [{ name: "sandbox", user: {} }],
      contexts: [{ name: "sandbox", context: { cluster: "sandbox", user: "sandbox" } }],
      "current-context": "sandbox",
    });
  });

  it("round-trips any strings", () => {
    const word = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(word, word, word, word, word, (name, namespace, token, authority, key) => {
        const client = { certificate: authority, key };
        const config = read(kubeconfigText({ server: "https://h", name, namespace, token, authority, client }));
        expect(config["current-context"]).toBe(name);
        expect(config.contexts).toEqual([{ name, context: { cluster: name, user: name, namespace } }]);
        expect(decoded(config.clusters[0]?.cluster["certificate-authority-data"])).toBe(
          Buffer.from(authority).toString(),
        );
        const user = config.users[0]?.user ?? {};
        expect(user["token"]).toBe(token);
        expect(decoded(user["client-certificate-data"])).toBe(Buffer.from(authority).toString());
        expect(decoded(user["client-key-data"])).toBe(Buffer.from(key).toString());
      }),
    );
  });
});
