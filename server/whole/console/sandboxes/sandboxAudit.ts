import { join } from "node:path";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { makeFolder } from "../../../store/storage/makeFolder.ts";
import { readIfPresent, writePrivateFile } from "../../../store/storage/privateFile.ts";
import type { ServerOptions } from "../../options/options.ts";

/** Limits of the audit events kept in memory for the console: number and bytes. */
const MEMORY = { maxEvents: 5000, maxSize: 8 * 1024 * 1024 };

/** Limits of the log file: written within a second, and at most 32 MiB including rotated files. */
const FILE = {
  auditLogMode: "batch",
  auditLogBatchMaxSize: 500,
  auditLogBatchMaxWait: 1000,
  auditLogMaxsize: 8,
  auditLogMaxbackup: 3,
};

/**
 * The options of a sandbox with its audit log: in memory for the console, and in `audit/` of its folder. The user may
 * change the policy there; it applies from the next start on. Audit options that are already set stay unchanged.
 */
export async function withSandboxAudit(options: ServerOptions): Promise<ServerOptions> {
  const folder = join(options.dataDir, "audit");
  const audited = { ...options, auditMemory: MEMORY };
  if (options.auditPolicyFile !== undefined) return audited;
  // A policy is written in the server's vocabulary, which a flag may change.
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
