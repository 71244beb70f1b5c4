import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rangeRequest, txnRequest, watchResponse } from "../etcd/protocol/messages.ts";
import { bool, bytes, int, Message, many, nested, text } from "./message.ts";

const point = new Message({ x: int(1), label: text(2) });
const shape = new Message({
  id: int(1),
  closed: bool(2),
  raw: bytes(3),
  first: nested(4, point),
  points: many(nested(5, point)),
});

describe("a protobuf message", () => {
  it("round-trips", () => {
    const number = fc.maxSafeInteger();
    const anyPoint = fc.record({ x: number, label: fc.string({ unit: "grapheme" }) });
    const anyShape = fc.record({
      id: number,
      closed: fc.boolean(),
      raw: fc.uint8Array(),
      first: fc.option(anyPoint, { nil: undefined }),
      points: fc.array(anyPoint),
    });
    fc.assert(
      fc.property(anyShape, (value) => {
        const read = shape.decode(shape.encode(value));
        expect({ ...read, raw: Uint8Array.from(read.raw) }).toEqual(value);
      }),
    );
  });

  it("decodes absent fields to defaults, and skips unknown fields", () => {
    const empty = { id: 0, closed: false, raw: new Uint8Array(0), first: undefined, points: [] };
    expect(shape.decode(new Uint8Array(0))).toEqual(empty);
    const wider = new Message({ id: int(1), later: text(99), more: many(nested(98, point)) });
    expect(shape.decode(wider.encode({ id: 7, later: "unknown", more: [{ x: 1 }] }))).toEqual({ ...empty, id: 7 });
  });

  it("refuses truncated input", () => {
    const whole = shape.encode({ id: 1, first: { x: 1, label: "a label" } });
    expect(() => shape.decode(whole.subarray(0, whole.length - 3))).toThrow();
  });
});

describe("etcd's messages", () => {
  const hex = (encoded: Buffer): string => encoded.toString("hex");

  it("use the protocol's field numbers", () => {
    expect(hex(rangeRequest.encode({ key: Buffer.from("a"), rangeEnd: Buffer.from("b"), limit: 5, revision: 7 }))).toBe(
      "0a016112016218052007",
    );
    expect(
      hex(
        txnRequest.encode({
          compare: [{ result: 0, target: 1, key: Buffer.from("a"), createRevision: 0 }],
          success: [{ put: { key: Buffer.from("a"), value: Buffer.from("v") } }],
          failure: [{ range: { key: Buffer.from("a") } }],
        }),
      ),
    ).toBe("0a09080010011a01612800120812060a0161120176" + "1a050a030a0161");
    const response = watchResponse.decode(Buffer.from("0a02180938015a0a12080a016118092a0176", "hex"));
    expect(response).toMatchObject({ header: { revision: 9 }, fragment: true, canceled: false });
    expect(response.events).toMatchObject([{ type: 0, kv: { modRevision: 9 } }]);
    expect(Buffer.from(response.events[0]?.kv?.value ?? []).toString()).toBe("v");
  });
});
