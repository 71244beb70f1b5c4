import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestAnswer } from "../../../../testing/httpClient.ts";
import { startTestServer, type TestServer } from "../../../../testing/testServer.ts";

const GROUP = "/apis/admissionregistration.k8s.io/v1";
export const POLICIES = `${GROUP}/validatingadmissionpolicies`;
export const BINDINGS = `${GROUP}/validatingadmissionpolicybindings`;
const MAP_RULE = { operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] };

/** A server with an audit log and two namespaces: `dev`, labelled `env=dev`, and `prod`. */
export interface PolicyFixture {
  readonly server: TestServer;
  /** Sends a request that must succeed. */
  send(method: string, path: string, body: object, headers?: Record<string, string>): Promise<TestAnswer>;
  /** Stores and binds the policy `rule`. By default it matches config maps and allows everything. */
  enforce(spec: object, binding?: object): Promise<void>;
  /** Creates a config map. */
  create(name: string, data?: Record<string, string>, namespace?: string): Promise<TestAnswer>;
  /** Annotations of a request in the audit log. */
  annotationsOf(answer: TestAnswer): Promise<Record<string, string>>;
  /** Removes all policies, bindings and config maps. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** The response's status and the policy's message. */
export const said = ({ status, body }: TestAnswer): unknown[] => [
  status,
  body.message?.replace(/^.*denied request: /s, ""),
];

export async function startPolicyFixture(): Promise<PolicyFixture> {
  const folder = await mkdtemp(join(tmpdir(), "orrery-policies-"));
  const auditPolicyFile = join(folder, "policy.yaml");
  const auditLogPath = join(folder, "audit.log");
  await writeFile(auditPolicyFile, "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]\n");
  const server = await startTestServer({ auditPolicyFile, auditLogPath });
  const send: PolicyFixture["send"] = async (method, path, body, headers = {}) => {
    const answer = await server.request(method, path, { body, headers });
    if (answer.status >= 300) throw new Error(answer.text);
    return answer;
  };
  await send("POST", "/api/v1/namespaces", { metadata: { name: "dev", labels: { env: "dev" } } });
  await send("POST", "/api/v1/namespaces", { metadata: { name: "prod" } });
  return {
    server,
    send,
    async enforce(spec, binding = {}) {
      await send("POST", POLICIES, {
        metadata: { name: "rule" },
        spec: { matchConstraints: { resourceRules: [MAP_RULE] }, validations: [{ expression: "true" }], ...spec },
      });
      await send("POST", BINDINGS, {
        metadata: { name: "everywhere" },
        spec: { policyName: "rule", validationActions: ["Deny"], ...binding },
      });
    },
    create: (name, data = {}, namespace = "dev") =>
      server.request("POST", `/api/v1/namespaces/${namespace}/configmaps`, { body: { metadata: { name }, data } }),
    async annotationsOf(answer) {
      const lines = (await readFile(auditLogPath, "utf8")).trimEnd().split("\n");
      const events = lines.map((line) => JSON.parse(line) as { auditID: string; annotations?: Record<string, string> });
      return events.findLast(({ auditID }) => auditID === answer.headers["audit-id"])?.annotations ?? {};
    },
    async reset() {
      for (const path of [BINDINGS, POLICIES]) await server.request("DELETE", path);
      for (const name of ["dev", "prod"]) await server.request("DELETE", `/api/v1/namespaces/${name}/configmaps`);
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
