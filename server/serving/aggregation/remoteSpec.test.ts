import { expect, it } from "vitest";
import { inTurns } from "../../ground/turns/turns.ts";
import { readJson } from "./readJson.ts";
import { readSpec } from "./remoteSpec.ts";

const numbered = (count: number, member: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => member(i)).join(",");
const document = (members: string): string => `{"swagger":"2.0",${members}}`;

it.each([
  ["paths of other groups", "it has too many paths", `"paths":{${numbered(300_000, (i) => `"/${i}":1`)}}`],
  [
    "members of one path",
    '"/apis/g.io/v1" is too long',
    `"paths":{"/apis/g.io/v1":{${numbered(300_000, (i) => `"x-${i}":1`)}}}`,
  ],
])("a document with very many %s is refused, without listing them", async (_case, message, members) => {
  const bytes = Buffer.from(document(members));
  await expect((async () => inTurns(readSpec(await readJson(bytes), "g.io")))()).rejects.toThrow(message);
});

it("what belongs to the group is read, with what it refers to", async () => {
  const text = document(
    `"paths":{"/apis/g.io/v1":{"$ref":"#/definitions/a"},"/apis/h.io/v1":{}},"definitions":{"a":{},"b":{}}`,
  );
  const { paths, definitions } = await inTurns(readSpec(await readJson(Buffer.from(text)), "g.io"));
  expect([[...paths.keys()], [...definitions.keys()]]).toEqual([["/apis/g.io/v1"], ["a"]]);
});
