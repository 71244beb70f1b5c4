import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { parseServeFlags } from "../../whole/options/parseFlags.ts";
import { deliveryOf } from "./deliveryFlags.ts";
import { checkAuditFlags } from "./flags.ts";

const options = (...argv: string[]) => parseServeFlags(argv).options;
const faults = (...argv: string[]) => checkAuditFlags(options(...argv), createVocabulary());
const log = "--audit-log-path=audit.log";
const webhook = "--audit-webhook-config-file=hook.yaml";

describe("Audit flags", () => {
  it("have the reference's defaults", () => {
    expect(deliveryOf("log", options())).toMatchObject({ mode: "blocking", batchBufferSize: 10_000, batchMaxSize: 1 });
    expect(deliveryOf("webhook", options())).toEqual({
      mode: "batch",
      batchBufferSize: 10_000,
      batchMaxSize: 400,
      batchMaxWait: 30_000,
      batchThrottleEnable: true,
      batchThrottleQps: 10,
      batchThrottleBurst: 15,
      truncateEnabled: false,
      truncateMaxBatchSize: 10_485_760,
      truncateMaxEventSize: 102_400,
      version: "audit.{domain}/v1",
    });
    expect(faults(log, webhook)).toEqual([]);
  });

  it("are parsed", () => {
    const read = options(log, "--audit-log-mode=batch", "--audit-log-maxsize=5", "--audit-log-batch-throttle-qps=0.5");
    expect(read).toMatchObject({ auditLogPath: "audit.log", auditLogMode: "batch", auditLogMaxsize: 5 });
    expect(deliveryOf("log", read).batchThrottleQps).toBe(0.5);
    expect(() => options("--audit-log-maxage=old")).toThrow('--audit-log-maxage must be a number, not "old"');
  });

  it.each([
    [[log, "--audit-log-format=xml"], 'invalid audit log format xml, allowed formats are "legacy,json"'],
    [[log, "--audit-log-maxage=-1"], "--audit-log-maxage -1 can't be a negative number"],
    [[log, "--audit-log-maxbackup=-1"], "--audit-log-maxbackup -1 can't be a negative number"],
    [[log, "--audit-log-maxsize=-2"], "--audit-log-maxsize -2 can't be a negative number"],
    [[log, "--audit-log-mode=lazy"], 'invalid audit log mode lazy, allowed modes are "batch,blocking,blocking-strict"'],
    [
      [webhook, "--audit-webhook-batch-buffer-size=0"],
      "invalid audit batch webhook buffer size 0, must be a positive number",
    ],
    [
      [webhook, "--audit-webhook-batch-throttle-qps=0"],
      "invalid audit batch webhook throttle QPS 0, must be a positive number",
    ],
    [
      [log, "--audit-log-truncate-max-event-size=0"],
      "invalid audit truncate log max event size 0, must be a positive number",
    ],
    [
      [log, "--audit-log-truncate-max-batch-size=5"],
      "invalid audit truncate log max batch size 5, must be greater than max event size (102400)",
    ],
    [
      [log, "--audit-log-version=audit.k8s.io/v1beta1"],
      'invalid group version, allowed versions are ["audit.k8s.io/v1"]',
    ],
  ])("%j is rejected", (argv, message) => {
    expect(faults(...argv)).toEqual([message]);
    // Settings of unused destinations are not validated.
    expect(faults(...argv.slice(1))).toEqual([]);
  });

  it("accept the audit version of the server's vocabulary", () => {
    const vocabulary = createVocabulary("orch");
    expect(checkAuditFlags(options(log), vocabulary)).toEqual([]);
    expect(checkAuditFlags(options(log, "--audit-log-version=audit.orch.io/v1"), vocabulary)).toEqual([]);
  });
});
