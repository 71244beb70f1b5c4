import fc from "fast-check";
import { expect, it } from "vitest";
import { anyMemberOf, decodeViewAs, encodeViewAs, viewedGroup } from "./viewAs.ts";

const name = fc.string({ unit: "grapheme-composite", minLength: 1, maxLength: 20 }).filter((text) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as the code refuses them
  return text.trim() === text && !/[\u0000-\u001f\u007f]/.test(text);
});

it("round-trips any names as one line of ASCII", () => {
  fc.assert(
    fc.property(name, fc.array(name, { maxLength: 4 }), (username, groups) => {
      const text = encodeViewAs({ username, groups });
      expect(text).toMatch(/^[\x21-\x7e]+$/);
      expect(decodeViewAs(text)).toEqual({ username, groups });
    }),
  );
});

it.each([
  ["invalid percent-encoding", "%"],
  ["null", "null"],
  ["an object without a user name", encodeURIComponent('{"groups":[]}')],
  ["an empty user name", encodeViewAs({ username: "", groups: [] })],
  ["a user name with a line break", encodeViewAs({ username: "a\r\nauthorization: x", groups: [] })],
  ["a group that is not a string", encodeURIComponent('{"username":"a","groups":[1]}')],
  ["a user name that is too long", encodeViewAs({ username: "a".repeat(9000), groups: [] })],
])("rejects %s", (_what, text) => {
  expect(decodeViewAs(text)).toBeUndefined();
});

it("recognizes the placeholder for any member of a group", () => {
  expect(viewedGroup(anyMemberOf("dev"))).toBe("dev");
  expect(decodeViewAs(encodeViewAs(anyMemberOf("system:masters")))).toEqual(anyMemberOf("system:masters"));
  expect(viewedGroup({ username: "alice", groups: ["dev"] })).toBeUndefined();
  expect(viewedGroup({ ...anyMemberOf("dev"), groups: ["dev", "qa"] })).toBeUndefined();
});
