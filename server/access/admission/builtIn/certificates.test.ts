import { webcrypto } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { provideReflectMetadata } from "../../../ground/x509/reflectMetadata.ts";
import { run, testDependencies, testRequest } from "../testing/request.ts";
import { certificateRequestOrganizations } from "./certificateRequest.ts";
import { certificateApproval, certificateSigning, certificateSubjectRestriction } from "./certificates.ts";

const group = "certificates.k8s.io";
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
let requestFor: (subject: { CN?: string[]; O?: string[] }[]) => Promise<string>;

beforeAll(async () => {
  provideReflectMetadata();
  const x509 = await import("@peculiar/x509");
  x509.cryptoProvider.set(webcrypto as never);
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  requestFor = async (name) => {
    const made = await x509.Pkcs10CertificateRequestGenerator.create({
      name: name as never,
      keys: keys as never,
      signingAlgorithm: algorithm,
    });
    return Buffer.from(made.toString("pem")).toString("base64");
  };
});

describe("certificateRequestOrganizations", () => {
  it("returns all organizations in order", async () => {
    expect(
      await certificateRequestOrganizations(await requestFor([{ O: ["b"] }, { O: ["a, c"] }, { CN: ["x"] }])),
    ).toEqual(["b", "a, c"]);
    expect(await certificateRequestOrganizations(await requestFor([{ CN: ["system:masters"] }]))).toEqual([]);
  });
  it.each(["", "!!", Buffer.from("no request").toString("base64")])("returns none for %j", async (text) => {
    expect(await certificateRequestOrganizations(text)).toEqual([]);
  });
});

describe("certificateSubjectRestriction", () => {
  const create = async (signerName: string, organizations: string[], vocabulary = createVocabulary()) => {
    const request = await requestFor([...organizations.map((name) => ({ O: [name] })), { CN: ["x"] }]);
    const object = { metadata: { name: "c" }, spec: { signerName, request } };
    const ownGroup = vocabulary.render("certificates.{domain}");
    return run(
      certificateSubjectRestriction({ vocabulary }),
      testRequest("certificatesigningrequests", object, { group: ownGroup, namespace: "" }),
    );
  };
  const client = "kubernetes.io/kube-apiserver-client";

  it("rejects system:masters in client certificates", async () => {
    await expect(create(client, ["dev", "system:masters"])).rejects.toThrow(
      `use of ${client} signer with system:masters group is not allowed`,
    );
    await expect(create("orch.io/orch-apiserver-client", ["system:masters"], createVocabulary("orch"))).rejects.toThrow(
      "use of orch.io/orch-apiserver-client signer",
    );
  });

  it("allows other groups and other signers", async () => {
    await create(client, ["dev"]);
    await create("example.com/own", ["system:masters"]);
  });
});

describe("certificateSigning", () => {
  const denied = { name: "none", authorize: () => ({ decision: "noOpinion", reason: "" }) as const };
  const update = (status: object, before: object) => {
    const csr = (written: object) => ({
      metadata: { name: "c" },
      spec: { signerName: "example.com/own" },
      status: written,
    });
    const request = testRequest("certificatesigningrequests", csr(status), {
      group,
      operation: "UPDATE",
      subresource: "status",
      oldObject: csr(before),
    });
    return run(certificateSigning({ ...testDependencies(), authorizer: denied }), request);
  };
  const message = 'user not permitted to sign requests with signerName "example.com/own"';

  it.each([
    [{ certificate: "eA==" }],
    [{ conditions: [{ type: "Failed", status: "True" }] }],
    [{ conditions: [{ type: "Seen", status: "True" }] }],
  ])("requires permission to set %j", async (status) => {
    await expect(update(status, {})).rejects.toThrow(message);
    await expect(update({}, status)).rejects.toThrow(message);
    await update(status, status);
  });

  it("requires no permission if the status is unchanged", async () => {
    await update({ conditions: [] }, {});
  });
});

describe("Requests handled by certificate plugins", () => {
  const parts = testDependencies();
  const about = (operation: "CREATE" | "UPDATE", subresource: string, ownGroup = group) => {
    const request = testRequest(
      "certificatesigningrequests",
      { metadata: {} },
      { group: ownGroup, operation, subresource },
    );
    return [certificateApproval(parts), certificateSigning(parts), certificateSubjectRestriction(parts)]
      .filter((plugin) => plugin.handles(request))
      .map(({ name }) => name);
  };
  it.each([
    ["UPDATE", "approval", ["CertificateApproval"]],
    ["UPDATE", "status", ["CertificateSigning"]],
    ["UPDATE", "", []],
    ["CREATE", "", ["CertificateSubjectRestriction"]],
  ] as const)("%s for %j", (operation, subresource, names) => {
    expect(about(operation, subresource)).toEqual(names);
    expect(about(operation, subresource, "example.com")).toEqual([]);
  });
});
