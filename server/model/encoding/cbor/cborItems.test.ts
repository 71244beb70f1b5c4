import { describe, expect, it } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import { loadSchema } from "../../schema/schema.ts";
import { cborEvent, cborItem, cborList, cborMessage } from "./cborItems.ts";
import { decodeCbor } from "./decodeCbor.ts";

const secretNode = loadSchema().definition("api.core.v1.Secret");
const secret = (name: string) => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name },
  data: { k: "YWI=" },
});
const head = { kind: "SecretList", apiVersion: "v1", metadata: { resourceVersion: "7" } };
const bare = { kind: "Secret", apiVersion: "v1" };
const whole = (chunks: readonly Uint8Array[]): Buffer => Buffer.concat(chunks);
const list = (names: readonly string[], bareType?: typeof bare): Buffer =>
  whole(atOnce(cborList(head, names, (name) => cborItem(secret(name), secretNode), bareType)));

describe("Cached encodings", () => {
  it("are complete messages when tagged", () => {
    const item = atOnce(cborItem(secret("a"), secretNode));
    const message = whole(cborMessage(item));
    expect(message.subarray(0, 3).toString("hex")).toBe("d9d9f7");
    expect(decodeCbor(message)).toEqual(secret("a"));
    expect(message.toString("latin1")).toContain("ab");
  });

  it("are list items, with or without their type", () => {
    const { apiVersion: _a, kind: _k, ...rest } = secret("a");
    expect(decodeCbor(list(["a", "b"]))).toEqual({ ...head, items: [secret("a"), secret("b")] });
    expect(decodeCbor(list(["a", "b"], bare))).toEqual({
      ...head,
      items: [rest, { ...rest, metadata: { name: "b" } }],
    });
    expect(decodeCbor(list([], bare))).toEqual({ ...head, items: [] });
  });

  it("are not modified by lists that contain them", () => {
    const item = atOnce(cborItem(secret("a"), secretNode));
    const before = item.toString("hex");
    whole(
      atOnce(
        cborList(
          head,
          [item],
          function* (each) {
            yield;
            return each;
          },
          bare,
        ),
      ),
    );
    expect(item.toString("hex")).toBe(before);
  });
});

describe("Watch events", () => {
  it("contain a type and an object and are each a complete message", () => {
    const frame = atOnce(cborEvent("ADDED", secret("a"), secretNode));
    expect(frame.toString("hex")).toMatch(/^d9d9f7a2/);
    expect(frame.toString("hex").match(/d9d9f7/g)).toHaveLength(2);
    expect(decodeCbor(frame)).toEqual({ type: "ADDED", object: secret("a") });
  });
});
