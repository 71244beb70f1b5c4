import { expect, test } from "vitest";
import type { Contact } from "./cluster.ts";
import { probe } from "./probe.ts";
import { createUpstream } from "./proxy/upstream.ts";
import { startFakeCluster } from "./testing/fakeCluster.ts";

test("a cluster whose response never ends is treated as not responding", async () => {
  const fake = await startFakeCluster();
  const upstream = createUpstream();
  const contacts: Contact[] = [];
  const cluster = { ...fake.cluster, noteContact: (contact: Contact) => void contacts.push(contact) };
  fake.answer((_request, response) => response.writeHead(200).write('{"gitVersion":'));
  expect(await probe(upstream, cluster, 50)).toBeUndefined();
  expect(contacts).toEqual([{ kind: "failed", reason: expect.stringContaining("it does not answer") }]);
  fake.answer((_request, response) => response.end('{"gitVersion":"v1.32.0"}'));
  expect(await probe(upstream, cluster)).toBe("v1.32.0");
  upstream.close();
  await fake.close();
});
