import { X509Certificate } from "node:crypto";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { timestamp } from "../../../../shared/time.ts";
import { createAuthority, type KeyedCertificate } from "../../../ground/x509/certificates.ts";
import { makeRequest, type RequestContent } from "../../../ground/x509/testing/makeRequest.ts";
import { until } from "../../testing/until.ts";
import type { RunningController } from "../controller.ts";
import { type TestParts, testParts } from "../testing/parts.ts";
import { certificateApprovingController } from "./approving.ts";
import { certificateCleaningController } from "./cleaning.ts";
import { viewRequest } from "./requests.ts";
import { certificateSigningController } from "./signing.ts";

const NOW = Date.parse("2026-01-02T00:00:00Z");
const HOUR = 3600_000;
const CLIENT = "kubernetes.io/kube-apiserver-client";
const NODE_CLIENT = "kubernetes.io/kube-apiserver-client-kubelet";
const NODE: RequestContent = { commonName: "system:node:a", organizations: ["system:nodes"] };
const ref = (name?: string) => ({
  group: "certificates.k8s.io",
  version: "v1",
  resource: "certificatesigningrequests",
  name,
});
const condition = (type: string, time = NOW) => ({ type, status: "True", lastUpdateTime: timestamp(time) });

let authority: KeyedCertificate;
let parts: TestParts;
let running: RunningController | undefined;
beforeAll(async () => {
  authority = await createAuthority("test", NOW - HOUR, NOW + 10_000 * HOUR);
});
beforeEach(() => {
  parts = testParts(NOW);
});
afterEach(() => running?.stop());

async function submit(
  name: string,
  content: RequestContent,
  spec: object = {},
  status: object = {},
): Promise<ApiObject> {
  const { base64 } = await makeRequest(content);
  const own = { request: base64, signerName: CLIENT, usages: ["client auth"], username: "ann", groups: ["g"], ...spec };
  return parts.client.create(ref(), { metadata: { name }, spec: own, status });
}
const view = async (name: string) => viewRequest(await parts.client.get(ref(name)));
const issued = async (name: string) => new X509Certificate(Buffer.from((await view(name)).certificate, "base64"));
const names = async () => (await parts.client.list(ref())).items.map(({ metadata }) => metadata.name);

describe("certificateSigningController", () => {
  const start = (duration = 100 * HOUR) => {
    running = certificateSigningController(parts, { authority, duration });
    return running;
  };

  it("issues a certificate once for an approved request", async () => {
    await submit("a", { commonName: "ann" });
    await start().settled();
    expect((await view("a")).certificate).toBe("");
    const current = await parts.client.get(ref("a"));
    await parts.client.update(
      { ...ref("a"), subresource: "approval" },
      { ...current, status: { conditions: [condition("Approved")] } },
    );
    await until(async () => (await view("a")).certificate !== "");
    const certificate = await issued("a");
    expect(certificate.subject).toBe("CN=ann");
    expect(certificate.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true);
    expect((await view("a")).conditions).toEqual([condition("Approved")]);
    await running?.settled();
    expect(parts.client.calls.filter(({ verb }) => verb === "update/status")).toHaveLength(1);
  });

  it.each<[number | undefined, number]>([
    [undefined, 100 * HOUR - 5 * 60_000],
    [200 * 3600, 100 * HOUR - 5 * 60_000],
    [3600, HOUR],
    [60, 600_000],
  ])("turns expirationSeconds %s into a lifetime of %d ms", async (expirationSeconds, lifetime) => {
    await submit("a", { commonName: "ann" }, { expirationSeconds }, { conditions: [condition("Approved")] });
    await start().settled();
    expect(Date.parse((await issued("a")).validTo) - NOW).toBe(lifetime);
  });

  it("reports which of the signer's rules a request violates", async () => {
    const approved = { conditions: [condition("Approved")] };
    await submit("a", { commonName: "ann" }, { usages: ["server auth"] }, approved);
    await submit("b", { commonName: "ann" }, { signerName: NODE_CLIENT }, approved);
    await start().settled();
    const failure = (message: string) => ({
      type: "Failed",
      status: "True",
      reason: "SignerValidationFailure",
      message,
    });
    expect((await view("a")).conditions[1]).toEqual(failure("invalid usage for client certificate: server auth"));
    expect((await view("b")).conditions[1]).toEqual(failure("subject organization is not system:nodes"));
    await running?.settled();
    expect([(await view("a")).certificate, parts.client.calls.length]).toEqual(["", 4]);
  });

  it("ignores requests of other signers and unapproved requests", async () => {
    const approved = condition("Approved");
    await submit("a", { commonName: "ann" }, { signerName: "example.com/own" }, { conditions: [approved] });
    await submit("b", { commonName: "ann" }, {}, { conditions: [condition("Denied")] });
    await submit("c", { commonName: "ann" }, {}, { conditions: [approved, condition("Failed")] });
    await submit("d", { commonName: "ann" }, {}, { conditions: [approved], certificate: "eA==" });
    await start().settled();
    expect(parts.client.calls.filter(({ verb }) => verb !== "create")).toEqual([]);
  });
});

describe("certificateApprovingController", () => {
  const usages = ["client auth", "digital signature"];
  const ASK = { signerName: NODE_CLIENT, usages };
  /** The memory client stores reviews without answering them; here they are answered. */
  const start = (allowed: () => readonly string[]) => {
    const asked: string[] = [];
    const { client } = parts;
    const create: typeof client.create = async (target, object, options) => {
      if (target.resource !== "subjectaccessreviews") return client.create(target, object, options);
      const spec = object["spec"] as { user: string; resourceAttributes: { subresource: string; verb: string } };
      asked.push(`${spec.user} ${spec.resourceAttributes.verb} ${spec.resourceAttributes.subresource}`);
      return { ...object, status: { allowed: allowed().includes(spec.resourceAttributes.subresource) } };
    };
    running = certificateApprovingController({ ...parts, client: { ...client, create } });
    return { asked, running };
  };

  it("approves renewals of nodes' own client certificates", async () => {
    await submit("a", NODE, { ...ASK, username: "system:node:a" });
    const { asked } = start(() => ["selfnodeclient", "nodeclient"]);
    await running?.settled();
    expect(asked).toEqual(["system:node:a create selfnodeclient"]);
    expect((await view("a")).conditions).toEqual([
      {
        type: "Approved",
        status: "True",
        reason: "AutoApproved",
        message: "Auto approving self kubelet client certificate after SubjectAccessReview.",
      },
    ]);
  });

  it("approves node client requests of other users once they are authorized", async () => {
    await submit("a", NODE, ASK);
    let allowed: string[] = ["selfnodeclient"];
    const { asked } = start(() => allowed);
    await running?.settled();
    expect((await view("a")).conditions).toEqual([]);
    allowed = ["nodeclient"];
    parts.timers.advance(10_000);
    await until(async () => (await view("a")).conditions.length === 1);
    expect(asked).toEqual(["ann create nodeclient", "ann create nodeclient"]);
    expect((await view("a")).conditions[0]?.message).toMatch(/^Auto approving kubelet client certificate after/);
  });

  it("checks access for no other requests", async () => {
    await submit("a", { ...NODE, commonName: "ann" }, ASK);
    await submit("b", NODE, { ...ASK, signerName: CLIENT });
    await submit("c", NODE, { ...ASK, usages: ["server auth", "digital signature"] });
    await submit("d", NODE, ASK, { conditions: [condition("Denied")] });
    const { asked } = start(() => ["selfnodeclient", "nodeclient"]);
    await running?.settled();
    expect(asked).toEqual([]);
  });
});

describe("certificateCleaningController", () => {
  const create = (name: string, status: object) =>
    parts.client.create(ref(), { metadata: { name, creationTimestamp: timestamp(NOW) }, spec: {}, status });

  it("deletes each request when its retention period ends", async () => {
    const base64 = (text: string) => Buffer.from(text).toString("base64");
    const ending = await createAuthority("x", NOW - HOUR, NOW + HOUR / 2);
    await create("pending", {});
    await create("approved", { conditions: [condition("Approved")] });
    await create("issued", { conditions: [condition("Approved")], certificate: base64(authority.certificate) });
    await create("expired", { conditions: [condition("Approved")], certificate: base64(ending.certificate) });
    await create("denied", { conditions: [condition("Denied", NOW + HOUR)] });
    await create("failed", { conditions: [condition("Approved"), condition("Failed")] });
    running = certificateCleaningController(parts);
    await running.settled();
    expect(await names()).toHaveLength(6);
    const remaining = async (milliseconds: number) => {
      parts.timers.advance(milliseconds);
      await running?.settled();
      return (await names()).sort();
    };
    expect(await remaining(HOUR / 2)).toContain("expired");
    expect(await remaining(1)).toEqual(["approved", "denied", "failed", "issued", "pending"]);
    expect(await remaining(HOUR / 2)).toEqual(["approved", "denied", "pending"]);
    expect(await remaining(HOUR)).toEqual(["approved", "pending"]);
    expect(await remaining(22 * HOUR)).toEqual(["approved"]);
    expect(parts.errors).toEqual([]);
  });
});
