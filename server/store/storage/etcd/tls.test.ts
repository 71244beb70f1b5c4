import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { ensurePki, type Pki } from "../../../access/authentication/certificates/pki.ts";
import { etcdScene, write } from "./testing/etcdScene.ts";

const scene = etcdScene();
let folder: string;
let pki: Pki;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "orrery-etcd-tls-"));
  pki = await ensurePki(path.join(folder, "pki"), { vocabulary: createVocabulary() });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("etcd with client certificates", () => {
  it("admits only clients that have one", async () => {
    const { paths } = pki;
    const tls = { cert: paths.servingCertificate, key: paths.servingKey, clientCa: paths.caCertificate };
    const members = await scene.members(1, { tls });
    const ca = Buffer.from(pki.authority.certificate);
    const [cert, key] = [Buffer.from(pki.admin.certificate), Buffer.from(pki.admin.key)];
    const storage = await scene.store(members, { tls: { ca, cert, key } });
    expect(await write(storage, "/a", "1")).toBe(2);
    const timeouts = { request: 500, connection: 250 };
    const refused = { fault: "unavailable", outcome: "nothing" };
    await expect(scene.store(members, { tls: { ca }, timeouts })).rejects.toMatchObject(refused);
    // The client refuses a member whose certificate another authority signed.
    await expect(scene.store(members, { tls: { cert, key }, timeouts })).rejects.toMatchObject(refused);
    const plain = members.map(({ url }) => ({ url: url.replace("https:", "http:") }));
    await expect(scene.store(plain, { timeouts })).rejects.toMatchObject(refused);
  });
});
