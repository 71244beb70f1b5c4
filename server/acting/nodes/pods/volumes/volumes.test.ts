import { expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import type { NodePod } from "../podParts.ts";
import { missingVolumes } from "./volumes.ts";

const objects: Readonly<Record<string, ApiObject>> = {
  "config/there": { metadata: { name: "there" }, data: { a: "1" } } as ApiObject,
};
const sources = {
  config: (name: string) => objects[`config/${name}`],
  secret: (name: string) => objects[`secret/${name}`],
  boundVolume: () => undefined,
};
const missing = (volume: object): readonly string[] =>
  missingVolumes(
    { metadata: {}, spec: { containers: [], volumes: [{ name: "v", ...volume }] } } as NodePod,
    sources,
  ).map(({ reason }) => reason);

it.each([
  [{ configMap: { name: "there" } }, []],
  [{ configMap: { name: "gone" } }, ['configmap "gone" not found']],
  [{ configMap: { name: "gone", optional: true } }, []],
  [{ configMap: { name: "there", items: [{ key: "b", path: "b" }] } }, ["references non-existent config key: b"]],
  [{ secret: { secretName: "gone" } }, ['secret "gone" not found']],
  [
    { projected: { sources: [{ configMap: { name: "there" } }, { secret: { name: "gone" } }] } },
    ['secret "gone" not found'],
  ],
  [
    {
      projected: {
        sources: [{ configMap: { name: "gone" } }, { secret: { name: "lost" } }, { secret: { name: "lost" } }],
      },
    },
    ['[configmap "gone" not found, secret "lost" not found]'],
  ],
])("for %j lacks %j", (volume, expected) => expect(missing(volume)).toEqual(expected));
