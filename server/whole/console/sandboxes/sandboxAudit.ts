import { join } from "node:path";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { makeFolder } from "../../../store/storage/makeFolder.ts";
import { readIfPresent, writePrivateFile } from "../../../store/storage/privateFile.ts";
import type { ServerOptions } from "../../options/options.ts";

/** The part of the log that the console shows: the most events, and the most memory for them. */
const MEMORY = { maxEvents: 5000, maxSize: 8 * 1024 * 1024 };

/** The log file: written within a second, and at most 32 MiB with the old ones. */
const FILE = {
  auditLogMode: "batch",
  auditLogBatchMaxSize: 500,
  auditLogBatchMaxWait: 1000,
  auditLogMaxsize: 8,
  auditLogMaxbackup: 3,
};

/**
 * The options of a sandbox with its audit log: in memory for the console, and in `audit/` of its folder. The policy there is
 * the user's to change; it counts from the next start on. What the options already say of auditing stays.
 */
export async function withSandboxAudit(options: ServerOptions): Promise<ServerOptions> {
  const folder = join(options.dataDir, "audit");
  const audited = { ...options, auditMemory: MEMORY };
  if (options.auditPolicyFile !== undefined) return audited;
  // A policy is written in the server's vocabulary, which its flags may change.
  const auditPolicyFile = join(folder, `policy-${options.vocabulary}.yaml`);
  if ((await readIfPresent(auditPolicyFile)) === undefined) {
    makeFolder(folder);
    await writePrivateFile(auditPolicyFile, defaultPolicy(options.vocabulary));
  }
  const file = options.auditLogPath === undefined ? { ...FILE, auditLogPath: join(folder, "audit.log") } : {};
  return { ...audited, ...file, auditPolicyFile };
}

function defaultPolicy(word: string): string {
  const { render } = createVocabulary(word);
  return `# What this sandbox records about requests. Changes count from its next start on.
# Levels: None, Metadata, Request (with what was sent), RequestResponse (with what was answered, too).
apiVersion: ${render("audit.{domain}/v1")}
kind: Policy
omitStages: [RequestReceived]
rules:
# What only asks whether the server is well, or what it can do.
- level: None
  nonResourceURLs: ["/healthz*", "/livez*", "/readyz*", "/metrics", "/version", "/openapi/*"]
# What the server reads of itself.
- level: None
  users: ["system:apiserver"]
  verbs: [get, list, watch]
- level: Metadata
`;
}
