import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const place = (version: string): string => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;
const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
const resource = (name: string, averageUtilization: number) => ({
  type: "Resource",
  resource: { name, target: { type: "Utilization", averageUtilization } },
});

it("tables show the metrics in stored order, in either version", async () => {
  const pods = {
    type: "Pods",
    pods: { metric: { name: "hits" }, target: { type: "AverageValue", averageValue: "5" } },
  };
  const metrics = [resource("memory", 70), resource("cpu", 50), pods];
  const spec = { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d" }, metrics };
  const { status, text } = await server.request("POST", place("v2"), { body: { metadata: { name: "h" }, spec } });
  expect(status, text).toBe(201);
  const targets = async (path: string): Promise<unknown> => {
    const { body } = await server.request("GET", path, { headers: { accept } });
    const { rows } = body as unknown as { rows: { cells: unknown[] }[] };
    return rows[0]?.cells[2];
  };
  for (const version of ["v2", "v1"]) {
    for (const path of [place(version), `${place(version)}/h`]) {
      expect(await targets(path)).toBe("memory: <unknown>/70%, cpu: <unknown>/50% + 1 more...");
    }
  }
});
