import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import type { Attributes, Authorizer } from "../../ground/rights/authorizer.ts";
import type { Identity } from "../../ground/rights/identity.ts";
import { alwaysAllow } from "../authorization/alwaysAllow.ts";
import { impersonate } from "./impersonation.ts";

const vocabulary = createVocabulary();
const bob: Identity = { username: "bob", groups: ["system:authenticated"], extra: {} };
type Headers = Parameters<typeof impersonate>[1];
const as = (headers: Headers, authorizer: Authorizer = alwaysAllow) =>
  impersonate(bob, headers, authorizer, vocabulary);
const only = (allowed: (attributes: Attributes) => boolean): Authorizer => ({
  name: "only",
  authorize: (_user, attributes) => ({ decision: allowed(attributes) ? "allow" : "noOpinion", reason: "" }),
});

describe("impersonate", () => {
  it("ignores requests without impersonation headers", async () => {
    expect(await as({ authorization: "Bearer x" })).toBe(bob);
  });

  it.each([
    [{ "impersonate-user": "jane" }, { username: "jane", groups: ["system:authenticated"], extra: {} }],
    [
      { "impersonate-user": "jane", "impersonate-group": ["g1", "g2"], "impersonate-uid": "u" },
      { username: "jane", uid: "u", groups: ["g1", "g2", "system:authenticated"], extra: {} },
    ],
    [
      {
        "impersonate-user": "jane",
        "impersonate-extra-acme.com%2fproject": "p1",
        "impersonate-extra-scopes": ["a", "b"],
      },
      { username: "jane", groups: ["system:authenticated"], extra: { "acme.com/project": ["p1"], scopes: ["a", "b"] } },
    ],
    [
      { "impersonate-user": "jane", "impersonate-extra-%73copes": "a", "impersonate-extra-scopes": "b" },
      { username: "jane", groups: ["system:authenticated"], extra: { scopes: ["a", "b"] } },
    ],
    [
      { "impersonate-user": "system:serviceaccount:N:s" },
      { username: "system:serviceaccount:N:s", groups: ["system:authenticated"], extra: {} },
    ],
    [
      { "impersonate-user": "system:serviceaccount:n:s" },
      {
        username: "system:serviceaccount:n:s",
        groups: ["system:serviceaccounts", "system:serviceaccounts:n", "system:authenticated"],
        extra: {},
      },
    ],
    [
      { "impersonate-user": "system:anonymous" },
      { username: "system:anonymous", groups: ["system:unauthenticated"], extra: {} },
    ],
  ])("maps %j to an identity", async (headers, identity) => {
    expect(await as(headers as Headers)).toEqual(identity);
  });

  it.each([
    [{ "impersonate-group": "g1" }, "{Group  g1    }"],
    [{ "impersonate-uid": "g1" }, "{UID  g1  authentication.k8s.io/v1  }"],
    [{ "impersonate-extra-a": "g1" }, "{UserExtra  g1  authentication.k8s.io/v1  a}"],
  ])("requires a user: %j", async (headers, text) => {
    await expect(as(headers as unknown as Headers)).rejects.toMatchObject({
      name: "ImpersonationError",
      code: 500,
      message: `requested [${text}] without impersonating a user`,
    });
  });

  it("checks permission for each impersonated attribute", async () => {
    const users = only((attributes) => attributes.resourceRequest && attributes.resource === "users");
    expect((await as({ "impersonate-user": "carol" }, users)).username).toBe("carol");
    await expect(as({ "impersonate-user": "carol", "impersonate-group": "g2" }, users)).rejects.toThrow(
      'groups "g2" is forbidden: User "bob" cannot impersonate resource "groups" in API group "" at the cluster scope',
    );
    await expect(as({ "impersonate-user": "carol", "impersonate-extra-scopes": "edit" }, users)).rejects.toThrow(
      'userextras.authentication.k8s.io "edit" is forbidden: User "bob" cannot impersonate resource "userextras/scopes" in API group "authentication.k8s.io" at the cluster scope',
    );
    await expect(as({ "impersonate-user": "carol", "impersonate-uid": "u-2" }, users)).rejects.toThrow(
      'uids.authentication.k8s.io "u-2"',
    );
    await expect(as({ "impersonate-user": "system:serviceaccount:n:s" }, users)).rejects.toThrow(
      'serviceaccounts "s" is forbidden: User "bob" cannot impersonate resource "serviceaccounts" in API group "" in the namespace "n"',
    );
  });

  it("has an API version only for attributes of an API group", async () => {
    const asked: string[] = [];
    const noting = only((attributes) => {
      if (attributes.resourceRequest) asked.push(`${attributes.resource} ${attributes.version}`);
      return true;
    });
    await as({ "impersonate-user": "carol", "impersonate-group": "g", "impersonate-uid": "u" }, noting);
    await as({ "impersonate-user": "system:serviceaccount:n:s", "impersonate-extra-scopes": "edit" }, noting);
    expect(asked).toEqual(["users ", "groups ", "uids v1", "serviceaccounts ", "userextras v1"]);
  });
});
