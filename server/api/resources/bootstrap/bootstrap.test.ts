import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { alreadyExists, internalError, invalid, notFound } from "../../../../shared/status.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { memoryReader } from "../../../access/authorization/testing/memoryReader.ts";
import { memoryClient, served } from "../../../acting/testing/memoryClient.ts";
import { createMissing, removeStaleApiServices } from "./bootstrap.ts";
import type { BootstrapObject } from "./bootstrapObjects.ts";

const NAMESPACES = { group: "", resource: "namespaces" };
const SERVICES = { group: "", resource: "services" };
const namespace: BootstrapObject = {
  resource: "namespaces",
  object: { apiVersion: "v1", kind: "Namespace", metadata: { name: "n" } },
};
const service: BootstrapObject = {
  resource: "services",
  object: { apiVersion: "v1", kind: "Service", metadata: { namespace: "n", name: "s" } },
};
const refusal = invalid({ group: "", kind: "Service" }, "s", []);

function setUp() {
  const client = memoryClient([served("", "namespaces", "Namespace", false), served("", "services", "Service")]);
  const memory = memoryReader();
  /** Objects that only become visible once the reader is fresh. */
  const late: ApiObject[] = [];
  const reader = {
    ...memory,
    async fresh() {
      for (const object of late.splice(0)) memory.put(SERVICES, object);
    },
    isStored: (...place: Parameters<typeof memory.get>) => memory.get(...place) !== undefined,
  };
  const creates = () => client.calls.filter(({ verb }) => verb === "create").map(({ ref }) => ref.resource);
  return { client, reader, late, creates };
}

describe("createMissing", () => {
  it("creates missing objects of served resources, namespaces first", async () => {
    const { client, reader, creates } = setUp();
    const unserved = { ...service, resource: "nothings" };
    expect(await createMissing(client, reader, [service, unserved, namespace])).toEqual([]);
    expect(creates()).toEqual(["namespaces", "services"]);
    reader.put(NAMESPACES, namespace.object);
    reader.put(SERVICES, service.object);
    expect(await createMissing(client, reader, [service, namespace])).toEqual([]);
    expect(creates()).toHaveLength(2);
  });

  it("accepts an object that another server created concurrently", async () => {
    const { client, reader, late } = setUp();
    client.failNext("create", alreadyExists(SERVICES, "s"));
    expect(await createMissing(client, reader, [service])).toEqual([]);
    client.failNext("create", refusal);
    late.push(service.object);
    expect(await createMissing(client, reader, [service])).toEqual([]);
  });

  it("returns rejected objects that do not exist, and rejects on other errors", async () => {
    const { client, reader } = setUp();
    client.failNext("create", refusal);
    expect(await createMissing(client, reader, [service])).toEqual([{ ...service, error: refusal }]);
    client.failNext("create", internalError("the webhook is away"));
    expect(await createMissing(client, reader, [service])).toMatchObject([{ error: { code: 500 } }]);
    client.failNext("create", new Error("no room"));
    await expect(createMissing(client, reader, [service])).rejects.toThrow("no room");
  });
});

it("APIServices that are no longer served are deleted by whichever server is first", async () => {
  const vocabulary = createVocabulary();
  const place = { group: vocabulary.render("apiregistration.{domain}"), resource: "apiservices" };
  const client = memoryClient([served(place.group, "apiservices", "APIService", false)]);
  const reader = memoryReader();
  const labels = { [vocabulary.render("{prefix}-aggregator.{domain}/automanaged")]: "onstart" };
  reader.put(place, { metadata: { name: "v1.old", uid: "1", labels } });
  reader.put(place, { metadata: { name: "v1.others", uid: "2" } });
  client.failNext("delete", notFound(place, "v1.old"));
  await removeStaleApiServices(client, reader, vocabulary, []);
  expect(client.calls.map(({ verb, ref }) => [verb, ref.name])).toEqual([["delete", "v1.old"]]);
});
