import { describe, expect, it } from "vitest";
import { memoryReader } from "../../authorization/testing/memoryReader.ts";
import { type ClientPoolOptions, createClientPool } from "../../webhook/clientPool.ts";
import { noExpressions } from "./conditions.ts";
import { declaration } from "./testing/webhooks.ts";
import { webhookSource } from "./webhookSource.ts";

const resource = { group: "admissionregistration.k8s.io", resource: "validatingwebhookconfigurations" };
const poolOptions: ClientPoolOptions = { userAgent: "test", resolveService: () => ({ host: "127.0.0.1", port: 1 }) };

function world() {
  const reader = memoryReader();
  const pool = createClientPool(poolOptions);
  const source = webhookSource({ reader, resource, pool, compileCondition: noExpressions });
  const put = (name: string, ...names: string[]): void =>
    reader.put(resource, {
      metadata: { name },
      webhooks: names.map((each) => declaration({ name: each, clientConfig: { url: `https://${each}` } })),
    });
  return { reader, source, put };
}

describe("webhookSource", () => {
  it("sorts by configuration name and keeps the order within a configuration", () => {
    const { source, put } = world();
    put("b", "b2.x.y", "b1.x.y");
    put("a-later", "a.x.y");
    put("B", "upper.x.y");
    expect(source.webhooks().map(({ name }) => name)).toEqual(["upper.x.y", "a.x.y", "b2.x.y", "b1.x.y"]);
  });

  it("compiles each changed configuration once", () => {
    const { source, put, reader } = world();
    put("a", "a.x.y");
    put("b", "b.x.y");
    const first = source.webhooks();
    expect(source.webhooks()).toBe(first);
    put("b", "c.x.y");
    const second = source.webhooks();
    expect(second.map(({ name }) => name)).toEqual(["a.x.y", "c.x.y"]);
    expect(second[0]).toBe(first[0]);
    reader.remove(resource, "", "a");
    expect(source.webhooks().map(({ id }) => id)).toEqual(["b/c.x.y/0"]);
  });

  it("keeps the client of an endpoint while any webhook uses it", () => {
    const { source, put, reader } = world();
    put("a", "a.x.y");
    const client = source.webhooks()[0]?.client();
    put("a", "a.x.y", "b.x.y");
    expect(source.webhooks()[0]?.client()).toBe(client);
    reader.remove(resource, "", "a");
    expect(source.webhooks()).toEqual([]);
    put("a", "a.x.y");
    expect(source.webhooks()[0]?.client()).not.toBe(client);
    source.stop();
    put("z", "z.x.y");
    expect(source.webhooks()).toHaveLength(1);
  });
});
