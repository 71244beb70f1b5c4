import { expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import type { ObjectReader } from "../../store/cache/reader.ts";
import { emptyReader } from "../../store/cache/testing/emptyReader.ts";
import { Informers } from "./informers.ts";

const MAPS = { group: "", resource: "configmaps" };
const named = (name: string, resourceVersion: string): ApiObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { namespace: "default", name, resourceVersion },
});

/** A reader that parses an object again for each call, as the real one does with large objects. */
const parsing = (objects: Map<string, string>): ObjectReader => ({
  ...emptyReader,
  get: (_, _namespace, name) => {
    const version = objects.get(name);
    return version === undefined ? undefined : named(name, version);
  },
  *eachInSteps(_, _namespace, take) {
    for (const [i, [name, version]] of [...objects].entries()) {
      if (i === 249) yield Promise.resolve();
      take(named(name, version));
    }
  },
});

it("delivers objects that had to be parsed during the initial sync, except changed or deleted ones", async () => {
  const objects = new Map(Array.from({ length: 260 }, (_, i) => [`m${i}`, "1"]));
  const told: string[] = [];
  const informer = new Informers(parsing(objects)).of(MAPS);
  const { synced } = informer.follow(({ object }) => told.push(object.metadata.name ?? ""));
  expect(told).toHaveLength(249);
  objects.set("m258", "2");
  objects.delete("m259");
  await synced;
  expect(told).toHaveLength(258);
  expect(told).not.toContain("m258");
});

it("builds an index in advance, including concurrent changes", async () => {
  const objects = new Map(Array.from({ length: 260 }, (_, i) => [`m${i}`, "1"]));
  let change: Parameters<ObjectReader["follow"]>[1] = () => undefined;
  const reader: ObjectReader = {
    ...parsing(objects),
    follow(_, onChange) {
      change = onChange;
      return () => undefined;
    },
  };
  const informer = new Informers(reader).of(MAPS);
  const byVersion = ({ metadata }: ApiObject): string[] => [metadata.resourceVersion ?? ""];
  const made = [informer.indexed(byVersion), informer.indexed(byVersion)];
  change({ type: "modified", object: named("m258", "2") });
  change({ type: "deleted", object: named("m259", "2") });
  await Promise.all(made);
  expect([informer.count(byVersion, "1"), informer.count(byVersion, "2")]).toEqual([258, 1]);
  change({ type: "modified", object: named("m0", "2") });
  expect(informer.by(byVersion, "2").map(({ metadata }) => metadata.name)).toEqual(["m258", "m0"]);
});
