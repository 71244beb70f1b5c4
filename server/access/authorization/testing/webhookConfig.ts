import { writeFile } from "node:fs/promises";
import { stringify } from "yaml";
import type { HookServer } from "../../webhook/testing/hookServer.ts";

/** Writes the client configuration of a webhook that runs in the test. @returns its path */
export async function writeHookConfig(file: string, hook: Pick<HookServer, "url" | "ca">, path = ""): Promise<string> {
  const ca = Buffer.from(hook.ca).toString("base64");
  await writeFile(
    file,
    stringify({
      "current-context": "hook",
      contexts: [{ name: "hook", context: { cluster: "hook", user: "server" } }],
      clusters: [{ name: "hook", cluster: { server: hook.url + path, "certificate-authority-data": ca } }],
      users: [{ name: "server", user: { token: "server-token" } }],
    }),
  );
  return file;
}
