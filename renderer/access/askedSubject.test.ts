import { describe, expect, it } from "vitest";
import {
  type AskedSubject,
  askedSubjectOf,
  identityOf,
  ME,
  subjectFrom,
  subjectParams,
  subjectText,
} from "./askedSubject.ts";

const me = { username: "me", groups: ["mine"] };
const user: AskedSubject = { ...ME, kind: "user", name: "alice", groups: ["dev, ops", "qa"] };
const account: AskedSubject = { ...ME, kind: "account", name: "builder", namespace: "ci" };

describe("identityOf", () => {
  it("derives the same groups as the server", () => {
    expect(identityOf(ME, me)).toBe(me);
    expect(identityOf(user, me)).toEqual({ username: "alice", groups: ["dev, ops", "qa", "system:authenticated"] });
    expect(identityOf(account, me)).toEqual({
      username: "system:serviceaccount:ci:builder",
      groups: ["system:serviceaccounts", "system:serviceaccounts:ci", "system:authenticated"],
    });
    expect(identityOf({ ...user, name: "system:serviceaccount:ci:builder", groups: [] }, me)?.groups).toEqual(
      identityOf(account, me)?.groups,
    );
    expect(identityOf({ ...user, name: "system:anonymous", groups: [] }, me)?.groups).toEqual([
      "system:unauthenticated",
    ]);
    expect(identityOf({ ...ME, kind: "group", name: "dev" }, me)).toEqual({ username: "", groups: ["dev"] });
  });

  it("is undefined until a name is given", () => {
    for (const kind of ["user", "group", "account"] as const) expect(identityOf({ ...ME, kind }, me)).toBeUndefined();
  });
});

describe("Subject in the address", () => {
  it.each([ME, user, account, { ...ME, kind: "group", name: "a:b" } satisfies AskedSubject])(
    "round-trips %o",
    (subject) => {
      expect(subjectFrom(new URLSearchParams(subjectParams(subject)))).toEqual(subject);
    },
  );
});

it("names subjects", () => {
  const subject = { kind: "ServiceAccount", name: "builder" };
  expect(askedSubjectOf(subject, "ci")).toEqual(account);
  expect(subjectText(subject, "ci")).toBe("ServiceAccount ci/builder");
  expect(askedSubjectOf({ kind: "User", name: "alice" })).toEqual({ ...user, groups: [] });
  expect(subjectText({ kind: "Group", name: "dev" })).toBe("Group dev");
});
