import { describe, expect, it } from "vitest";
import type { KmsProvider } from "../../../store/storage/encryption/encryptionRules.ts";
import type { KmsPlugin } from "../../../store/storage/encryption/kms/kmsPlugin.ts";
import { RunningPlugins } from "./runningPlugins.ts";

const provider = (plugin: string): KmsProvider => ({ name: "kms", version: 2, plugin, socket: "", timeout: 1 });

/** Plug-ins that note what happens to them; `bad` cannot be created. */
function plugins(starting: Promise<void> = Promise.resolve()) {
  const noted: string[] = [];
  const running = new RunningPlugins(async ({ plugin }) => {
    if (plugin === "bad") throw new Error("no such socket");
    noted.push(`create ${plugin}`);
    return { start: () => starting, stop: () => noted.push(`stop ${plugin}`) } as unknown as KmsPlugin;
  });
  return { running, noted };
}

describe("running plug-ins", () => {
  it("are stopped once, together with the server at the latest", async () => {
    const { running, noted } = plugins();
    const [first] = await Promise.all([running.start([provider("a")]), running.start([provider("b")])]);
    running.stop(first);
    running.end();
    running.stop(first);
    expect(noted.sort()).toEqual(["create a", "create b", "stop a", "stop b"]);
  });

  it("do not remain when another one of the same configuration cannot be created", async () => {
    const { running, noted } = plugins();
    await expect(running.start(["a", "bad", "b"].map(provider))).rejects.toThrow("no such socket");
    expect(noted).toEqual(["create a", "stop a"]);
  });

  it("do not start any more when the server has stopped meanwhile", async () => {
    let go = (): void => undefined;
    const { running, noted } = plugins(
      new Promise((resolve) => {
        go = resolve;
      }),
    );
    const starting = running.start([provider("a")]);
    const refused = expect(starting).rejects.toThrow("the server has stopped");
    running.end();
    go();
    await refused;
    expect(noted).toEqual(["create a", "stop a"]);
  });
});
