import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { fakeContext } from "../testing/fakeContext.ts";
import { podSpec } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { cronJobStrategy } from "./cronJobStrategy.ts";
import { jobStrategy } from "./jobStrategy.ts";

const POD = podSpec({ restartPolicy: "Never" });
const job = (spec: object = {}): ApiObject => ({
  metadata: { name: "j", uid: "u1" },
  spec: { parallelism: 1, completions: 1, completionMode: "NonIndexed", template: { spec: POD }, ...spec },
});
const created = (spec?: object) => {
  const object = job(spec);
  jobStrategy.prepareForCreate?.(fakeContext(), object);
  return object;
};
const texts = (errors: readonly { field: string; message: string }[] = []) =>
  errors.map((error) => `${error.field}: ${error.message}`);
const errorsOf = (object: ApiObject) => texts(strategyErrors(jobStrategy, fakeContext(), object));

const DOMAIN = fakeContext().vocabulary.render("batch.{labelDomain}");

describe("New job", () => {
  test("gets generated labels and a selector, and copies its pods' labels", () => {
    const object = created();
    const labels = {
      [`${DOMAIN}/controller-uid`]: "u1",
      [`${DOMAIN}/job-name`]: "j",
      "controller-uid": "u1",
      "job-name": "j",
    };
    expect(object).toMatchObject({
      metadata: { labels },
      spec: { selector: { matchLabels: { [`${DOMAIN}/controller-uid`]: "u1" } }, template: { metadata: { labels } } },
      status: {},
    });
    expect(errorsOf(object)).toEqual([]);
  });

  test("with a custom selector is rejected without manualSelector", () => {
    const selector = { matchLabels: { a: "b" } };
    expect(errorsOf(created({ selector })).map((text) => text.split(":")[0])).toEqual([
      "spec.selector",
      "spec.template.metadata.labels",
    ]);
    const manual = created({
      selector,
      manualSelector: true,
      template: { metadata: { labels: { a: "b" } }, spec: POD },
    });
    expect(errorsOf(manual)).toEqual([]);
  });

  test.each<[object, string]>([
    [{ parallelism: -1 }, "spec.parallelism: Invalid value: -1: must be greater than or equal to 0"],
    [
      { completionMode: "Indexed", completions: undefined },
      "spec.completions: Required value: when completion mode is Indexed",
    ],
    [
      { template: { spec: { ...POD, restartPolicy: "Always" } } },
      'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
    ],
  ])("%j", (spec, text) => {
    expect(errorsOf(created(spec))).toEqual([text]);
  });
});

describe("Job update", () => {
  const change = (spec: object, old: object = {}) =>
    texts(strategyErrors(jobStrategy, fakeContext(), created({ ...old, ...spec }), created(old))).map(
      (text) => text.split(" ")[0],
    );

  test("allows changes of parallelism but not of completions and template", () => {
    expect(change({ parallelism: 4 })).toEqual([]);
    expect(change({ completions: 2 })).toEqual(["spec.completions:"]);
    expect(change({ template: { spec: { ...POD, terminationGracePeriodSeconds: 1 } } })).toEqual(["spec.template:"]);
  });

  test("prints immutable fields as Go structs", () => {
    const policies = {
      completionMode: "Indexed",
      completions: 1,
      podFailurePolicy: { rules: [{ action: "Ignore", onPodConditions: [{ type: "Ready", status: "True" }] }] },
      successPolicy: { rules: [{ succeededCount: 1 }] },
    };
    const context = fakeContext();
    const old = created({ completionMode: "Indexed", completions: 1 });
    const found = texts(strategyErrors(jobStrategy, context, created(policies), old));
    expect(found).toEqual([
      'spec.podFailurePolicy: Invalid value: batch.PodFailurePolicy{Rules:[]batch.PodFailurePolicyRule{batch.PodFailurePolicyRule{Action:"Ignore", OnExitCodes:(*batch.PodFailurePolicyOnExitCodesRequirement)(nil), OnPodConditions:[]batch.PodFailurePolicyOnPodConditionsPattern{batch.PodFailurePolicyOnPodConditionsPattern{Type:"Ready", Status:"True"}}}}}: field is immutable',
      "spec.successPolicy: Invalid value: batch.SuccessPolicy{Rules:[]batch.SuccessPolicyRule{batch.SuccessPolicyRule{SucceededIndexes:(*string)(nil), SucceededCount:(*int32)(0xc000000000)}}}: field is immutable",
    ]);
    const [template = ""] = texts(
      strategyErrors(jobStrategy, context, created({ template: { spec: { ...POD, hostname: "h" } } }), created({})),
    );
    expect(template).toMatch(
      /^spec\.template: Invalid value: core\.PodTemplateSpec\{ObjectMeta:v1\.ObjectMeta\{Name:""/,
    );
    expect(template).toContain("Spec:core.PodSpec{Volumes:[]core.Volume(nil), InitContainers:[]core.Container(nil)");
    expect(template).toContain('Hostname:"h", Subdomain:""');
    expect(template).toMatch(/Resources:\(\*core\.ResourceRequirements\)\(nil\)\}\}: field is immutable$/);
  });

  test("allows an elastic indexed job to change completions and parallelism together", () => {
    const indexed = { completionMode: "Indexed", completions: 2, parallelism: 2 };
    expect(change({ completions: 3, parallelism: 3 }, indexed)).toEqual([]);
    expect(change({ completions: 3 }, indexed)).toEqual(["spec.completions:"]);
  });

  test("allows a suspended job that never started to change its scheduling directives", () => {
    const placed = { template: { spec: { ...POD, nodeSelector: { zone: "a" } } } };
    expect(change(placed, { suspend: true })).toEqual([]);
    expect(change(placed)).toEqual(["spec.template:"]);
  });
});

describe("CronJob", () => {
  const errors = (spec: object) =>
    texts(
      strategyErrors(cronJobStrategy, fakeContext(), {
        metadata: { name: "c" },
        spec: {
          schedule: "@daily",
          concurrencyPolicy: "Allow",
          jobTemplate: { spec: { template: { spec: POD } } },
          ...spec,
        },
      }),
    );

  test.each<[object, string[]]>([
    [{}, []],
    [
      { schedule: "sometimes" },
      ['spec.schedule: Invalid value: "sometimes": expected exactly 5 fields, found 1: [sometimes]'],
    ],
    [{ timeZone: "Mars/Olympus" }, ['spec.timeZone: Invalid value: "Mars/Olympus": unknown time zone Mars/Olympus']],
    [
      { concurrencyPolicy: "Maybe" },
      ['spec.concurrencyPolicy: Unsupported value: "Maybe": supported values: "Allow", "Forbid", "Replace"'],
    ],
    [
      { schedule: "TZ=UTC 0 0 * * *" },
      [
        'spec.schedule: Invalid value: "TZ=UTC 0 0 * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
      ],
    ],
  ])("%j", (spec, expected) => {
    expect(errors(spec)).toEqual(expected);
  });
});
