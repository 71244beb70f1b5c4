import protobuf from "protobufjs/minimal.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeUnknown } from "../../model/encoding/protobuf/envelope.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { filled, type HostileBody, isWholeSweep, MAPS, SWEPT, sendHostile } from "./hostileBody.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Bytes of messages, as hexadecimal: `metadata { name: "x" }`. */
const NAMED = "0a030a0178";
/** An empty owner reference, and how many are sent. */
const OWNER = "6a00";
const OWNERS = 150_000;

const body = (hex: string) => (): Uint8Array =>
  encodeUnknown({ apiVersion: "v1", kind: "ConfigMap", raw: Buffer.from(hex, "hex") });

/** A field of a message: its number and wire type, and its content as bytes, text, or fields. */
type Part = readonly [tag: number, content: Uint8Array | string | readonly Part[]];

function bytesOf(content: Part[1]): Uint8Array {
  if (typeof content === "string") return Buffer.from(content);
  if (content instanceof Uint8Array) return content;
  return Buffer.concat(
    content.map(([tag, inner]) =>
      protobuf.Writer.create()
        .uint32((tag << 3) | 2)
        .bytes(bytesOf(inner))
        .finish(),
    ),
  );
}

const message = (kind: string, apiVersion: string, parts: readonly Part[]) => (): Uint8Array =>
  encodeUnknown({ apiVersion, kind, raw: bytesOf(parts) });

/** An envelope with an empty part repeated many times. */
const envelope = (tag: number): Uint8Array =>
  Buffer.concat([
    encodeUnknown({ apiVersion: "", kind: "", raw: Buffer.alloc(0) }),
    Buffer.alloc(SWEPT.length, Buffer.of((tag << 3) | 2, 0)),
  ]);

/** A length below 2^21 in three bytes, as hexadecimal. */
const lengthOf = (bytes: number): string =>
  Buffer.from([(bytes & 127) | 128, ((bytes >> 7) & 127) | 128, bytes >> 14]).toString("hex");

/** Sent in a complete sweep. */
const MORE: readonly Omit<HostileBody, "type">[] = [
  {
    name: "a group of very many unknown fields",
    body: body(`${NAMED}a306${"0800".repeat(SWEPT.length / 2)}a406`),
    status: 201,
  },
  { name: "an envelope with a repeated type", body: () => envelope(1), status: 422 },
  { name: "an envelope with repeated content", body: () => envelope(2), status: 422 },
  {
    name: "empty strings in a wrapper message",
    path: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
    body: message("SubjectAccessReview", "authorization.k8s.io/v1", [
      [
        1,
        [
          [3, "x"],
          [
            5,
            [
              [1, "k"],
              [2, Buffer.from("0a00".repeat(SWEPT.length / 2), "hex")],
            ],
          ],
        ],
      ],
    ]),
    status: 422,
  },
  {
    name: "a repeated number field",
    path: MAPS.replace("configmaps", "events"),
    body: message("Event", "v1", [
      [1, [[1, "x"]]],
      [6, Buffer.from("0800".repeat(SWEPT.length / 2), "hex")],
    ]),
    status: 201,
  },
  {
    name: "embedded JSON",
    path: "/apis/apps/v1/namespaces/default/controllerrevisions?dryRun=All",
    body: message("ControllerRevision", "apps/v1", [
      [1, [[1, "x"]]],
      [2, [[1, Buffer.from(`{"a":[${filled("{},", SWEPT.length)}{}]}`)]]],
    ]),
    status: 201,
  },
  {
    name: "schemas in a schema in a map of schemas",
    path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All",
    body: message("CustomResourceDefinition", "apiextensions.k8s.io/v1", [
      [1, [[1, "ws.example.com"]]],
      [
        2,
        [
          [
            7,
            [
              [
                4,
                [
                  [
                    1,
                    [
                      [
                        29,
                        [
                          [1, "k"],
                          [2, [[26, [[2, Buffer.from("5200".repeat(300_000), "hex")]]]]],
                        ],
                      ],
                    ],
                  ],
                ],
              ],
            ],
          ],
        ],
      ],
    ]),
    status: 422,
  },
];

const BODIES: readonly Omit<HostileBody, "type">[] = [
  ...(isWholeSweep ? MORE : []),
  { name: "repeated metadata", body: body(NAMED.repeat(200_000)), status: 201 },
  { name: "a repeated map entry", body: body(NAMED + "12050a01611200".repeat(150_000)), status: 201 },
  {
    name: "empty owner references",
    body: body(`${NAMED}0a${lengthOf(2 * OWNERS)}${OWNER.repeat(OWNERS)}`),
    status: 422,
  },
  { name: "a truncated message after repeated metadata", body: body(`${NAMED.repeat(200_000)}0a7f`), status: 400 },
  {
    name: "packed numbers",
    path: MAPS.replace("configmaps", "pods"),
    body: message("Pod", "v1", [
      [1, [[1, "x"]]],
      [2, [[14, [[4, Buffer.alloc(SWEPT.length)]]]]],
    ]),
    status: 403,
  },
  {
    name: "deeply nested embedded JSON",
    path: "/apis/apps/v1/namespaces/default/controllerrevisions?dryRun=All",
    body: message("ControllerRevision", "apps/v1", [
      [1, [[1, "x"]]],
      [2, [[1, Buffer.from("[".repeat(SWEPT.length / 2) + "]".repeat(SWEPT.length / 2))]]],
    ]),
    status: 400,
  },
];

describe("a hostile protobuf body does not delay other requests", () => {
  it.each(BODIES)("$name", { timeout: 60_000 }, async (row) => {
    const type = "application/vnd.kubernetes.protobuf";
    const { limits } = SWEPT;
    const { status, text } = await sendHostile(server, { limits, ...row, type });
    expect({ status, text: status === row.status ? "" : text }).toEqual({ status: row.status, text: "" });
  });
});
