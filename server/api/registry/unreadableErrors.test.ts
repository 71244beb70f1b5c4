import { describe, expect, it } from "vitest";
import { UnreadableError } from "../../store/cache/unreadable.ts";
import type { Resource } from "./resource.ts";
import { MAX_UNREADABLE, unreadableAnswer, unreadableList } from "./unreadableErrors.ts";

/** A resource with only the fields that errors read. */
const resource = (group: string, plural: string): Resource =>
  ({
    group,
    resource: plural,
  }) as unknown as Resource;
const unreadable = (name: string, kind: UnreadableError["kind"] = "untransformable", at = "/registry/secrets/ns/") =>
  new UnreadableError(kind, "why not", { key: `${at}${name}`, revision: 7 });

describe("unreadableAnswer", () => {
  const secrets = resource("", "secrets");
  const corrupt = (key: string, detail: string) =>
    `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${detail}`;
  const locked = "data from the storage is not transformable revision=0: why not";
  const broken = "object not decodable revision=7: why not";

  it.each([
    ["get", "untransformable", false, "InternalError", "Internal error occurred: why not"],
    ["update", "untransformable", false, "InternalError", "Internal error occurred: why not"],
    [
      "list",
      "untransformable",
      false,
      "InternalError",
      'Internal error occurred: unable to transform key "/registry/secrets/ns/a": why not',
    ],
    ["get", "undecodable", false, "", "why not"],
    ["update", "undecodable", false, "", "why not"],
    ["list", "undecodable", false, "", "why not"],
    ["get", "untransformable", true, "InternalError", `Internal error occurred: ${corrupt("/secrets/ns/a", locked)}`],
    ["get", "undecodable", true, "InternalError", `Internal error occurred: ${corrupt("/secrets/ns/a", broken)}`],
    ["update", "untransformable", true, "InternalError", `Internal error occurred: ${locked}`],
    ["update", "undecodable", true, "", broken],
    ["list", "undecodable", true, "StorageReadError", "failed to read one or more secrets from the storage"],
  ] as const)("%s of a %s object with feature gate %s", (reading, kind, gate, reason, message) => {
    const answer = unreadableAnswer(secrets, unreadable("a", kind), reading, gate);
    expect([answer.code, answer.reason, answer.message]).toEqual([500, reason, message]);
  });
});

describe("unreadableList", () => {
  const errors = (count: number) =>
    Array.from({ length: count }, (_, i) => unreadable(`w${i}`, "untransformable", "/registry/example.com/widgets/"));
  const widgets = resource("example.com", "widgets");

  it("names every object", () => {
    const { details, message } = unreadableList(widgets, errors(2)).status;
    expect(message).toBe("failed to read one or more widgets.example.com from the storage");
    expect(details).toMatchObject({ name: "list", group: "example.com", kind: "widgets" });
    expect(details?.causes?.map(({ field }) => field)).toEqual(
      ["w0", "w1"].map((name) => `/registry/example.com/widgets/${name}`),
    );
  });

  it("ends with a note if there are more", () => {
    const exactly = unreadableList(widgets, errors(MAX_UNREADABLE)).status.details?.causes;
    expect([exactly?.length, exactly?.at(-1)?.reason]).toEqual([100, "UnexpectedServerResponse"]);
    const more = unreadableList(widgets, errors(MAX_UNREADABLE + 1)).status.details?.causes;
    expect([more?.length, more?.at(-1)]).toEqual([
      101,
      { reason: "FieldValueTooMany", message: "too many errors, the list is truncated" },
    ]);
  });
});
