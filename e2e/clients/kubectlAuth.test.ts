import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { type Client, clientProgram, createClient } from "../command.ts";
import { type Product, startServe } from "../product.ts";
import { type Authority, createAuthority } from "./authority.ts";

let folder: string;
let people: Authority;
let product: Product;
let admin: Client;

const client = (kubeconfig: string): Client =>
  createClient(clientProgram("kubectl"), { KUBECONFIG: kubeconfig, HOME: folder });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orrery-auth-"));
  people = createAuthority(folder, "people");
  const tokens = join(folder, "tokens.csv");
  writeFileSync(tokens, 'carol-secret,carol,7,"dev,ops"\n');
  product = await startServe(["--client-ca-file", people.file, "--token-auth-file", tokens]);
  admin = client(product.kubeconfig);
  await admin.ok(["wait", "--for=create", "serviceaccount/default", "--timeout=20s"]);
});

afterAll(async () => {
  expect(await product?.stop()).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

interface Kubeconfig {
  clusters: { cluster: Record<string, unknown> }[];
  users: { user: unknown }[];
}

/** The administrator's configuration with other credentials. */
function configure(name: string, user: unknown): Client {
  const config = parse(readFileSync(product.kubeconfig, "utf8")) as Kubeconfig;
  config.users[0] = { ...config.users[0], user };
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, stringify(config));
  return client(file);
}

/** Credentials that kubectl obtains from a program, which prints `status`. */
function plugin(name: string, status: object): { exec: object } {
  const apiVersion = "client.authentication.k8s.io/v1";
  const command = join(folder, `${name}.sh`);
  const answer = join(folder, `${name}.json`);
  writeFileSync(answer, JSON.stringify({ apiVersion, kind: "ExecCredential", status }));
  writeFileSync(command, `#!/bin/sh\ncat '${answer}'\n`);
  chmodSync(command, 0o755);
  return { exec: { apiVersion, command, interactiveMode: "Never" } };
}

const whoAmI = async (kubectl: Client): Promise<Record<string, unknown>> =>
  JSON.parse(await kubectl.ok(["auth", "whoami", "-o", "json"])).status.userInfo;

describe("Credential plugin", () => {
  test("provides a token", async () => {
    const carol = configure("token", plugin("token", { token: "carol-secret" }));
    expect(await whoAmI(carol)).toEqual({
      username: "carol",
      uid: "7",
      groups: ["dev", "ops", "system:authenticated"],
    });
    const denied = await carol.run(["get", "configmaps"]);
    expect(denied.code).toBe(1);
    expect(denied.stderr).toContain('User "carol" cannot list resource "configmaps" in API group "" in the namespace');
  });

  test("provides a client certificate", async () => {
    const { certificate, key } = people.issue("dave", "/O=dev/O=ops/CN=dave");
    const status = { clientCertificateData: certificate, clientKeyData: key };
    expect(await whoAmI(configure("certificate", plugin("certificate", status)))).toMatchObject({
      username: "dave",
      groups: ["dev", "ops", "system:authenticated"],
    });
  });

  test("with an unknown token is rejected", async () => {
    const wrong = await configure("wrong", plugin("wrong", { token: "nobodys" })).run(["get", "configmaps"]);
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain("You must be logged in to the server (Unauthorized)");
  });
});

describe("Client certificates", () => {
  test("of another trusted CA have the permissions of their groups", async () => {
    const { certificate, key } = people.issue("erin", "/O=readers/CN=erin");
    const encode = (text: string): string => Buffer.from(text).toString("base64");
    const erin = configure("erin", { "client-certificate-data": encode(certificate), "client-key-data": encode(key) });
    expect((await erin.run(["get", "configmaps"])).code).toBe(1);
    await admin.ok(["create", "clusterrolebinding", "readers", "--clusterrole=view", "--group=readers"]);
    expect(await erin.ok(["get", "configmaps", "-o", "name"])).toBe("configmap/kube-root-ca.crt\n");
    expect((await erin.run(["get", "secrets"])).stderr).toContain("is forbidden");
  });

  test("of an untrusted CA are rejected", async () => {
    const { certificate, key } = createAuthority(folder, "strangers").issue("mallory", "/O=system:masters/CN=mallory");
    const mallory = configure("mallory", plugin("mallory", { clientCertificateData: certificate, clientKeyData: key }));
    expect((await mallory.run(["get", "configmaps"])).stderr).toContain("(Unauthorized)");
  });
});

describe("Service accounts", () => {
  test("get a token on request and can be impersonated", async () => {
    await admin.ok(["create", "serviceaccount", "robot"]);
    const token = (await admin.ok(["create", "token", "robot", "--duration=10m"])).trim();
    const robot = configure("robot", { token });
    expect(await whoAmI(robot)).toMatchObject({ username: "system:serviceaccount:default:robot" });
    const as = await admin.ok([
      "auth",
      "whoami",
      "-o",
      "jsonpath={.status.userInfo.groups}",
      "--as=carol",
      "--as-group=x",
    ]);
    expect(JSON.parse(as)).toEqual(["x", "system:authenticated"]);
    await admin.ok(["delete", "serviceaccount", "robot"]);
    expect((await robot.run(["auth", "whoami"])).stderr).toContain("(Unauthorized)");
  });
});
