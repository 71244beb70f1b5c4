import { expect, test } from "vitest";
import { emptyServer, serverEntryOf } from "./serverDraft.ts";

const draft = { ...emptyServer, server: " https://api.example:6443 ", token: " abc ", cert: "C", key: "K" };

test("sends the chosen login only", () => {
  const base = { name: "api.example:6443", server: "https://api.example:6443" };
  expect(serverEntryOf(draft)).toEqual({ ...base, token: "abc" });
  expect(serverEntryOf({ ...draft, login: "certificate" })).toEqual({ ...base, cert: "C", key: "K" });
  expect(serverEntryOf({ ...draft, login: "oidc", issuer: "https://i ", clientId: "c" })).toEqual({
    ...base,
    oidc: { issuer: "https://i", clientId: "c" },
  });
});

test("omits the CA for an unverified certificate and uses a given name", () => {
  const entry = serverEntryOf({ ...draft, name: "Mine", ca: "PEM", insecure: true });
  expect(entry).toMatchObject({ name: "Mine", insecure: true });
  expect(entry).not.toHaveProperty("ca");
  expect(serverEntryOf({ ...draft, ca: "PEM" })).toMatchObject({ ca: "PEM" });
  expect(serverEntryOf(emptyServer).name).toBe("");
});
