import { afterEach, beforeEach, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { atOnce } from "../../../shared/steps.ts";
import { openTestServices, type TestServices } from "../../testing/testServices.ts";
import { cacheFeed } from "./objectFeed.ts";

let services: TestServices;
const failures: unknown[] = [];
beforeEach(async () => {
  failures.length = 0;
  services = await openTestServices({ onFollowerError: (error) => failures.push(error) });
});
afterEach(() => services.close());

const maps = { group: "", resource: "configmaps" };
const key = (name: string): string => `/registry/configmaps/n/${name}`;
const put = (name: string, generation = 1): Promise<unknown> =>
  services.store.commit([
    {
      type: "put",
      key: key(name),
      value: JSON.stringify({ kind: "ConfigMap", apiVersion: "v1", metadata: { name, namespace: "n", generation } }),
    },
  ]);

/** @param poison name of an object for which the listener throws */
function followed(poison?: string) {
  const told: string[] = [];
  const take = ({ metadata }: ApiObject, deleted: boolean): void => {
    if (metadata.name === poison) throw new Error("cannot take it");
    told.push(`${deleted ? "gone" : "there"} ${metadata.name} ${metadata.generation}`);
  };
  const following = cacheFeed(services.hub).follow(maps, take, () => told.push("restart"));
  return { told, following };
}

it("restarts after an object that could not be delivered, whether initial or from a later event", async () => {
  await put("a");
  await put("bad");
  await put("c");
  const { told, following } = followed("bad");
  await following.synced;
  expect(told.splice(0)).toEqual(["there a 1", "there c 1"]);
  await put("bad", 2);
  await put("d");
  expect(told).toEqual(["restart", "there a 1", "there c 1", "there d 1"]);
  expect(failures).toHaveLength(3);
  await following.stop();
});

it("delivers the existing objects, then every change, until it is stopped", async () => {
  await put("a");
  await put("b");
  const { told, following } = followed();
  await following.synced;
  expect(told.splice(0)).toEqual(["there a 1", "there b 1"]);
  await put("a", 2);
  await services.store.commit([{ type: "delete", key: key("b") }]);
  expect(told.splice(0)).toEqual(["there a 2", "gone b 1"]);
  await following.stop();
  await put("a", 3);
  expect(told).toEqual([]);
});

it("yields to other work during large deliveries and never delivers outdated states", async () => {
  const names = Array.from({ length: 600 }, (_, i) => `m${String(i).padStart(3, "0")}`);
  await Promise.all(names.map((name) => put(name)));
  const { told, following } = followed();
  expect(told).toHaveLength(250);
  await Promise.all([put("m599", 2), services.store.commit([{ type: "delete", key: key("m598") }])]);
  await following.synced;
  expect(told.findLast((text) => text.includes("m599"))).toBe("there m599 2");
  expect(told.findLast((text) => text.includes("m598"))).toBe("gone m598 1");
  expect(new Set(told.map((text) => text.split(" ")[1])).size).toBe(600);
});

it("delivers no more initial objects once it is stopped", async () => {
  await Promise.all(Array.from({ length: 300 }, (_, i) => put(`m${i}`)));
  const { told, following } = followed();
  await following.stop();
  await following.synced;
  expect(told).toHaveLength(250);
});

it("skips unreadable objects and does not cache the objects it had to parse", async () => {
  await services.store.commit([{ type: "put", key: key("broken"), value: "{" }]);
  await put("fine");
  const { told, following } = followed();
  await following.synced;
  expect(told).toEqual(["there fine 1"]);
  const cached = services.hub.cache(maps).get(key("fine"));
  const glance = () => cached && atOnce(cached.readUncached());
  expect(glance()).not.toBe(glance());
  expect(cached?.object).toBe(glance());
});
