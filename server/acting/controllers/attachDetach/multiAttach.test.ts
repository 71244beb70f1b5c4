import { expect, it } from "vitest";
import type { Volume } from "../../volumes/kinds.ts";
import { conflictOf, isExclusive } from "./multiAttach.ts";

const pod = (name: string, namespace: string) => ({ metadata: { name, namespace } });

it("treats a volume as exclusive to one node if all its access modes are single-node", () => {
  const volume = (...accessModes: string[]): Volume => ({ metadata: { name: "v" }, spec: { accessModes } });
  expect(isExclusive(volume("ReadWriteOnce"))).toBe(true);
  expect(isExclusive(volume("ReadWriteOncePod"))).toBe(true);
  expect(isExclusive(volume("ReadWriteOnce", "ReadOnlyMany"))).toBe(false);
  expect(isExclusive(volume("ReadWriteMany"))).toBe(false);
});

it("lists the pods in the same namespace that use a volume", () => {
  const own = pod("p", "n");
  const multi = 'Multi-Attach error for volume "v" Volume is already';
  const none = `${multi} exclusively attached to one node and can't be attached to another`;
  expect(conflictOf("v", own, [])).toBe(none);
  expect(conflictOf("v", own, [pod("a", "n"), pod("b", "n")])).toBe(`${multi} used by pod(s) a, b`);
  expect(conflictOf("v", own, [pod("a", "n"), pod("b", "m")])).toBe(
    `${multi} used by pod(s) a and 1 pod(s) in different namespaces`,
  );
  expect(conflictOf("v", own, [pod("b", "m")])).toBe(`${multi} used by 1 pod(s) in different namespaces`);
});
