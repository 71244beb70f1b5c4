import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { certificateRequest } from "./certificateRequest.ts";
import { serveFile } from "./served.ts";

const served = serveFile();
const { kubectl } = served;

const manifest = (name: string, request: string, usage = "client auth"): string => `
apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata:
  name: ${name}
spec:
  request: ${Buffer.from(request).toString("base64")}
  signerName: kubernetes.io/kube-apiserver-client
  expirationSeconds: 86400
  usages: ["${usage}"]
`;

/** Writes a file into the product's folder, which is removed with the product. */
function file(name: string, text: string): string {
  const path = join(served.product.dataDir, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

test("an approved request yields a certificate that authenticates its holder", async () => {
  const { key, request } = certificateRequest("ann", "dev");
  await kubectl.ok(["create", "-f", "-"], { input: manifest("ann", request) });
  expect(await kubectl.ok(["get", "csr", "ann"])).toMatch(/^ann\s.*kubernetes-admin\s+24h\s+Pending\n$/m);
  expect(await kubectl.ok(["certificate", "approve", "ann"])).toContain("ann approved");
  await kubectl.ok(["wait", "--for=jsonpath={.status.certificate}", "csr/ann", "--timeout=20s"]);
  expect(await kubectl.ok(["get", "csr", "ann"])).toMatch(/Approved,Issued\n$/);

  const certificate = await kubectl.ok(["get", "csr", "ann", "-o", "jsonpath={.status.certificate}"]);
  const paths = [
    "--client-certificate",
    file("ann.crt", Buffer.from(certificate, "base64").toString()),
    "--client-key",
    file("ann.key", key),
  ];
  // A new user of the same cluster: the administrator's own credentials must not matter.
  await kubectl.ok(["config", "set-credentials", "ann", ...paths]);
  const who = JSON.parse(await kubectl.ok(["auth", "whoami", "--user", "ann", "-o", "json"]));
  expect(who.status.userInfo).toMatchObject({ username: "ann", groups: ["dev", "system:authenticated"] });
  const refused = await kubectl.run(["get", "secrets", "--user", "ann"]);
  expect(refused.stderr).toContain('User "ann" cannot list resource "secrets"');
});

test("a denied request yields no certificate, and a request rejected by its signer shows the reason", async () => {
  await kubectl.ok(["create", "-f", "-"], { input: manifest("denied", certificateRequest("bob", "dev").request) });
  await kubectl.ok(["certificate", "deny", "denied"]);
  expect(await kubectl.ok(["get", "csr", "denied"])).toMatch(/Denied\n$/);

  const { request } = certificateRequest("bob", "dev");
  await kubectl.ok(["create", "-f", "-"], { input: manifest("wrong", request, "server auth") });
  await kubectl.ok(["certificate", "approve", "wrong"]);
  await kubectl.ok(["wait", "--for=condition=Failed", "csr/wrong", "--timeout=20s"]);
  expect(await kubectl.ok(["describe", "csr", "wrong"])).toMatch(/Status:\s+Approved,Failed\n/);
  const reasons = await kubectl.ok(["get", "csr", "wrong", "-o", "jsonpath={.status.conditions[*].message}"]);
  expect(reasons).toContain("invalid usage for client certificate: server auth");
});
