import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import type { Status } from "../../../shared/status.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

/** The parts of a pod that a rule concerns. */
export interface PodParts {
  readonly container?: object;
  readonly spec?: object;
  readonly annotations?: Record<string, string>;
}

export const POD_PATH = "/api/v1/namespaces/default/pods";
export const MERGE = { "content-type": "application/merge-patch+json" };

export const pod = ({ container, spec, annotations }: PodParts) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", annotations },
  spec: { automountServiceAccountToken: false, containers: [{ name: "c", image: "i", ...container }], ...spec },
});

export const phaseOf = ({ status }: ApiObject): string | undefined => (status as { phase?: string } | undefined)?.phase;
export const messageOf = ({ body }: { body: unknown }): string => (body as Status).message ?? "";

/** A folder for a server that is restarted with other gates. */
export const storeFolder = (): string => mkdtempSync(join(tmpdir(), "orrery-gates-"));

/**
 * Returns a function that starts servers with gates, one after the other: each stops the previous one, and the last one
 * stops after its test.
 * @returns a function of the gates and of the folder of the store; a new folder when omitted
 */
export function gatedServers(): (gates: Record<string, string>, dataDir?: string) => Promise<TestServer> {
  let server: TestServer | undefined;
  const stop = async (): Promise<void> => {
    const running = server;
    server = undefined;
    await running?.stop();
  };
  afterEach(stop);
  return async (featureGates, dataDir) => {
    await stop();
    server = await startTestServer({
      featureGates,
      disableAdmissionPlugins: ["ServiceAccount"],
      ...(dataDir === undefined ? {} : { dataDir }),
    });
    return server;
  };
}
