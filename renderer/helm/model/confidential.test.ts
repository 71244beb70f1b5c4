import { describe, expect, it } from "vitest";
import { HIDDEN } from "../../../shared/secrets/hidden.ts";
import { concealManifest, concealMentions, concealValues, isConfidentialKey } from "./confidential.ts";

describe("isConfidentialKey", () => {
  it.each(["password", "dbPassword", "ADMIN_PASS", "token", "apiKey", "clientSecret", "aws-access-key", "privateKey"])(
    "hides %s",
    (key) => expect(isConfidentialKey(key)).toBe(true),
  );
  it.each(["image", "secretName", "existingSecret", "tokenRef", "compass", "keyboard", "passwordFile", "bypassed"])(
    "shows %s",
    (key) => expect(isConfidentialKey(key)).toBe(false),
  );
});

describe("concealValues", () => {
  it("hides exactly the values marked as secret by their key or text", () => {
    const values = {
      image: "web:1",
      auth: { password: "hunter2", pin: { token: 42 }, enabled: true },
      secrets: { a: "x", names: ["y"] },
      env: [
        { name: "DB_PASSWORD", value: "p" },
        { name: "MODE", value: "fast" },
      ],
      url: "postgres://me:secret@db/x",
      empty: { password: "" },
    };
    expect(concealValues(values)).toEqual({
      image: "web:1",
      auth: { password: HIDDEN, pin: { token: HIDDEN }, enabled: true },
      secrets: { a: HIDDEN, names: [HIDDEN] },
      env: [
        { name: "DB_PASSWORD", value: HIDDEN },
        { name: "MODE", value: "fast" },
      ],
      url: HIDDEN,
      empty: { password: "" },
    });
    const harmless = { image: "web:1", list: [{ name: "a", value: "b" }] };
    expect(concealValues(harmless)).toBe(harmless);
  });
});

describe("concealManifest", () => {
  it("hides values of Secrets, environment variables and settings and nothing else", () => {
    const manifest = `---
# Source: web/secret.yaml
apiVersion: v1
kind: Secret
metadata: {name: web}
data:
  a: aHVudGVyMg==
---
# Source: web/deployment.yaml
kind: Deployment
env:
  - name: DB_PASSWORD
    value: "hunter2"
  - name: MODE
    value: fast
  - name: TOKEN
    valueFrom:
      secretKeyRef: {name: web, key: a}
---
kind: ConfigMap
data:
  password: |
    hunter2
    hunter3
  config: kept
`;
    const shown = concealManifest(manifest);
    expect(shown).not.toContain("hunter");
    expect(shown).not.toContain("aHVudGVyMg");
    expect(shown).toContain("# Source: web/deployment.yaml");
    expect(shown).toContain("value: fast");
    expect(shown).toContain("secretKeyRef: {name: web, key: a}");
    expect(shown).toContain("config: kept");
    expect(shown).toContain("---\n# Source: web/secret.yaml\napiVersion: v1\nkind: Secret");
    expect(shown.match(/^---$/gm)).toHaveLength(3);
    const plain = "---\nkind: Service\nspec:\n  ports: []\n";
    expect(concealManifest(plain)).toBe(plain);
  });
});

describe("concealMentions", () => {
  it("hides secret values repeated in a text", () => {
    const values = { password: "hunter2", token: "abc", name: "web" };
    expect(concealMentions("Log in as web with hunter2, not hunter22; abc", values)).toBe(
      `Log in as web with ${HIDDEN}, not hunter22; abc`,
    );
  });
});
