import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFeatureGates } from "../../../ground/settings/featureGates.ts";
import { createAuthority } from "../../../ground/x509/certificates.ts";
import { DEFAULT_OPTIONS } from "../../../whole/options/options.ts";
import type { RequestHeaderOptions } from "./flags.ts";
import { setUpRequestHeader } from "./requestHeaderSetup.ts";

const stops: (() => void)[] = [];
const onStop = (end: () => void): void => void stops.push(end);
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-proxies-"));
  file = join(folder, "ca.crt");
  await writeFile(file, (await createAuthority("proxies", 0, Date.now())).certificate);
});
afterAll(async () => {
  for (const stop of stops) stop();
  await rm(folder, { recursive: true });
});

const setUp = async (options: Partial<RequestHeaderOptions>, gates: Record<string, string> = {}) => {
  const told: string[] = [];
  const features = createFeatureGates(gates);
  const parts = { features, now: Date.now, warn: (text: string) => void told.push(text), onStop };
  return { told, setup: await setUpRequestHeader({ ...DEFAULT_OPTIONS, ...options }, parts) };
};

describe("setUpRequestHeader", () => {
  it("is disabled without a CA", async () => {
    const { setup, told } = await setUp({ requestheaderUsernameHeaders: ["X-User"] });
    expect(setup).toMatchObject({ authorities: { pem: "" }, headers: { username: ["X-User"] } });
    expect(setup.authenticator).toBeUndefined();
    expect(told).toEqual([]);
  });

  it("warns about headers that aggregated API servers do not expect", async () => {
    const { setup, told } = await setUp({
      requestheaderClientCaFile: file,
      requestheaderUsernameHeaders: ["X-User"],
      requestheaderGroupHeaders: ["x-remote-group", "X-Group"],
      requestheaderExtraHeadersPrefix: [],
    });
    expect(setup.authenticator).toBeDefined();
    expect(told).toEqual([
      "--requestheader-username-headers is set without specifying the standard X-Remote-User header - API aggregation will not work",
    ]);
  });

  it("reads uids only if enabled", async () => {
    const options = { requestheaderClientCaFile: file, requestheaderUidHeaders: ["X-Remote-Uid"] };
    await expect(setUp(options)).rejects.toThrow('requires the "RemoteRequestHeaderUID" feature to be enabled');
    const { setup } = await setUp(options, { RemoteRequestHeaderUID: "true" });
    expect(setup.headers.uid).toEqual(["X-Remote-Uid"]);
  });
});
