import { afterAll, beforeAll, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const GROUP = "/apis/flowcontrol.apiserver.k8s.io/v1";
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const conditionOf = (schema: ApiObject) => (schema["status"] as { conditions?: object[] } | undefined)?.conditions?.[0];

/** Follows a schema until its condition has the status. */
async function saying(name: string, status: string): Promise<ApiObject> {
  const path = `${GROUP}/flowschemas?watch=true&fieldSelector=metadata.name%3D${name}&timeoutSeconds=15`;
  const stream = await server.watch(path);
  for await (const { object } of stream) {
    const schema = object as ApiObject;
    if ((conditionOf(schema) as { status?: string } | undefined)?.status !== status) continue;
    stream.close();
    return schema;
  }
  return expect.unreachable(`${name} never said ${status}`);
}

it("sets the Dangling condition of default schemas, in the server's own name", async () => {
  const schema = await saying("global-default", "False");
  expect(conditionOf(schema)).toEqual({
    type: "Dangling",
    status: "False",
    lastTransitionTime: expect.stringMatching(/^\d{4}-.*Z$/),
    reason: "Found",
    message: 'This FlowSchema references the PriorityLevelConfiguration object named "global-default" and it exists',
  });
  expect(schema.metadata.managedFields).toContainEqual(
    expect.objectContaining({
      manager: "api-priority-and-fairness-config-consumer-v1",
      operation: "Apply",
      subresource: "status",
    }),
  );
});

it("updates the Dangling condition as the priority level is created and deleted", async () => {
  const spec = { priorityLevelConfiguration: { name: "later" }, matchingPrecedence: 500 };
  await server.request("POST", `${GROUP}/flowschemas`, { body: { metadata: { name: "mine" }, spec } });
  expect(conditionOf(await saying("mine", "True"))).toMatchObject({
    reason: "NotFound",
    message:
      'This FlowSchema references the PriorityLevelConfiguration object named "later" but there is no such object',
  });
  const level = {
    metadata: { name: "later" },
    spec: { type: "Limited", limited: { limitResponse: { type: "Reject" } } },
  };
  const made = await server.request("POST", `${GROUP}/prioritylevelconfigurations`, { body: level });
  expect(made.status).toBe(201);
  expect(conditionOf(await saying("mine", "False"))).toMatchObject({ reason: "Found" });
});

it("lists schemas in order of precedence as a Table", async () => {
  const headers = { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" };
  const { body } = await server.request("GET", `${GROUP}/flowschemas`, { headers });
  const { columnDefinitions, rows } = body as unknown as {
    columnDefinitions: { name: string }[];
    rows: { cells: unknown[] }[];
  };
  const place = columnDefinitions.findIndex(({ name }) => name === "MatchingPrecedence");
  const precedences = rows.map(({ cells }) => cells[place] as number);
  expect(precedences.length).toBeGreaterThan(8);
  expect(precedences).toEqual([...precedences].sort((a, b) => a - b));
});
