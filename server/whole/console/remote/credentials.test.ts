import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { Context } from "../../../access/kubeconfig/contexts.ts";
import type { ClusterTarget } from "../cluster.ts";
import { type Credentials, userCredentials } from "./credentials.ts";

let folder = "";
let credentials: Credentials;
let now = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orrery-credentials-"));
  const apiVersion = "client.authentication.k8s.io/v1";
  const answer = `{"kind":"ExecCredential","apiVersion":"${apiVersion}","status":{"token":"%s"}}`;
  writeFileSync(join(folder, "plugin"), `#!/bin/sh\necho x >> runs\nprintf '${answer}' "$(cat token)"\n`);
  chmodSync(join(folder, "plugin"), 0o755);
  give("first");
  const exec = { apiVersion, command: "./plugin", interactiveMode: "Never" };
  const source = join(folder, "config");
  const context = { name: "c", source, user: { name: "me", fields: { exec }, folder, source } };
  credentials = userCredentials(context as unknown as Context, {
    vocabulary: createVocabulary(),
    now: () => now,
    environment: async () => ({ PATH: process.env.PATH }),
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

const give = (token: string): void => writeFileSync(join(folder, "token"), token);
const runs = (): number => readFileSync(join(folder, "runs"), "utf8").length / 2;
const target = async (): Promise<ClusterTarget> => ({ url: "https://far", ...(await credentials.get()) });

test("runs a plugin again once for a refused credential, however many requests were pending", async () => {
  const refused = await Promise.all([target(), target(), target()]);
  give("second");
  expect(credentials.refuse(refused[0] as ClusterTarget)).toBe(true);
  expect(await target()).toMatchObject({ token: "second" });
  // The others were sent with the earlier credential: they retry with the new one.
  for (const each of refused.slice(1)) expect(credentials.refuse(each)).toBe(true);
  expect(await target()).toMatchObject({ token: "second" });
  expect(runs()).toBe(2);
});

test("does not rerun a plugin that returns the same credential for each request, but reruns it on user request", async () => {
  const refused = await Promise.all([target(), target(), target()]);
  expect(credentials.refuse(refused[0] as ClusterTarget)).toBe(true);
  await target();
  for (const each of [...refused.slice(1), await target()]) expect(credentials.refuse(each)).toBe(false);
  expect(runs()).toBe(2);
  credentials.retry?.();
  expect(credentials.refuse(await target())).toBe(false);
  expect(runs()).toBe(3);
  // Much later the credential may have been valid in between.
  now += 60_000;
  expect(credentials.refuse(await target())).toBe(true);
  await target();
  expect(runs()).toBe(4);
  // When the clock is set back, it is unknown how long ago that was.
  expect(credentials.refuse(await target())).toBe(false);
  now -= 3600_000;
  expect(credentials.refuse(await target())).toBe(true);
  await target();
  expect(runs()).toBe(5);
  give("better");
  credentials.retry?.();
  expect(await target()).toMatchObject({ token: "better" });
  // Later the credential may have expired, too.
  expect(credentials.refuse(await target())).toBe(true);
  expect(runs()).toBe(6);
});
