import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { inClusterAccess, ownPodFiles } from "./inClusterAccess.ts";

const vocabulary = createVocabulary();
const environment = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };
let accountFolder: string;
let time = 0;
const open = (variables: Record<string, string> = environment, words = vocabulary) =>
  inClusterAccess(words, { environment: variables, accountFolder, now: () => time });
const write = (name: string, text: string) => writeFile(join(accountFolder, name), text);

beforeEach(async () => {
  accountFolder = await mkdtemp(join(tmpdir(), "orrery-unit-"));
});
afterEach(() => rm(accountFolder, { recursive: true }));

describe("inClusterAccess", () => {
  it("reads the server from the environment and credentials from the service account folder", async () => {
    await write("token", "one\n");
    await write("ca.crt", "CA");
    const { freshToken, ...access } = await open();
    expect(access).toEqual({ url: "https://10.0.0.1:443", ca: "CA" });
    expect(freshToken()).toBe("one");
  });

  it("brackets IPv6 addresses and uses the system's CAs if none is given", async () => {
    await write("token", "one");
    expect(await open({ ...environment, KUBERNETES_SERVICE_HOST: "fd00::1" })).toEqual({
      url: "https://[fd00::1]:443",
      freshToken: expect.any(Function),
    });
  });

  it.each([{}, { KUBERNETES_SERVICE_HOST: "10.0.0.1" }, { KUBERNETES_SERVICE_PORT: "443" }])(
    "returns undefined with %j",
    async (variables) => {
      await expect(open(variables as Record<string, string>)).rejects.toThrow(
        "unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined",
      );
    },
  );

  it("requires a token", async () => {
    await expect(open()).rejects.toThrow(/ENOENT.*token/);
  });

  it("rereads the token from its file and keeps the last one if the file is missing", async () => {
    await write("token", "one");
    const { freshToken } = await open();
    await write("token", "two");
    expect(freshToken()).toBe("one");
    time += 60_000;
    expect(freshToken()).toBe("two");
    await rm(join(accountFolder, "token"));
    time += 60_000;
    expect(freshToken()).toBe("two");
    await write("token", "");
    time += 60_000;
    expect(freshToken()).toBe("two");
    await write("token", "three");
    time -= 3_600_000;
    expect(freshToken()).toBe("three");
  });

  it("uses the vocabulary", async () => {
    const orch = createVocabulary("orch");
    expect(ownPodFiles(orch, () => 0).accountFolder).toBe("/var/run/secrets/orch.io/serviceaccount");
    await expect(open(environment, orch)).rejects.toThrow("ORCH_SERVICE_HOST and ORCH_SERVICE_PORT must be defined");
  });
});
