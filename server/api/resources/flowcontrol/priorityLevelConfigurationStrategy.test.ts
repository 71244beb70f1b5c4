import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { defaultPriorityLevels } from "./defaults.ts";
import { priorityLevelConfigurationStrategy } from "./priorityLevelConfigurationStrategy.ts";
import { requiredEntropyBits } from "./shuffleSharding.ts";

const context = testContext();
const level = (spec: object, name = "mine"): ApiObject => ({ metadata: { name }, spec });
const created = (spec: object, name?: string): string[] =>
  texts(strategyErrors(priorityLevelConfigurationStrategy, context, level(spec, name)));
const limited = (more: object): object => ({
  type: "Limited",
  limited: { nominalConcurrencyShares: 1, limitResponse: { type: "Reject" }, ...more },
});
const queuing = (more: object): object =>
  limited({
    limitResponse: { type: "Queue", queuing: { queues: 64, handSize: 6, queueLengthLimit: 50, ...more } },
  });

describe("PriorityLevelConfiguration", () => {
  it.each<[object, string[]]>([
    [limited({}), []],
    [limited({ nominalConcurrencyShares: 0 }), []],
    [{}, ['spec.type: Unsupported value: "": supported values: "Exempt", "Limited"']],
    [
      { type: "Exempt", limited: {} },
      [
        "spec.type: Invalid value: \"Exempt\": type must be 'Exempt' if and only if name is 'exempt'",
        "spec.limited: Forbidden: must be nil if the type is not Limited",
      ],
    ],
    [
      { type: "Limited", exempt: {} },
      [
        "spec.exempt: Forbidden: must be nil if the type is Limited",
        "spec.limited: Required value: must not be empty when type is Limited",
      ],
    ],
    [
      limited({ nominalConcurrencyShares: -1, lendablePercent: 101, borrowingLimitPercent: -1 }),
      [
        "spec.limited.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer",
        "spec.limited.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive",
        "spec.limited.borrowingLimitPercent: Invalid value: -1: if specified, must be a non-negative integer",
      ],
    ],
    [
      limited({ limitResponse: { type: "Reject", queuing: {} } }),
      ["spec.limited.limitResponse.queuing: Forbidden: must be nil if limited.limitResponse.type is not Limited"],
    ],
    [
      limited({ limitResponse: { type: "Queue" } }),
      [
        "spec.limited.limitResponse.queuing: Required value: must not be empty if limited.limitResponse.type is Limited",
      ],
    ],
    [
      limited({ limitResponse: { type: "Wait" } }),
      ['spec.limited.limitResponse.type: Unsupported value: "Wait": supported values: "Queue", "Reject"'],
    ],
  ])("%j", (spec, expected) => {
    expect(created(spec)).toEqual(expected);
  });
});

describe("Queuing configuration", () => {
  it.each<[object, string[]]>([
    [{}, []],
    [
      { queues: 0, handSize: 0, queueLengthLimit: 0 },
      [
        "queueLengthLimit: Invalid value: 0: must be positive",
        "queues: Invalid value: 0: must be positive",
        "handSize: Invalid value: 0: must be positive",
      ],
    ],
    [{ handSize: 65 }, ["handSize: Invalid value: 65: should not be greater than queues (64)"]],
    [
      { queues: 512, handSize: 8 },
      [
        "handSize: Invalid value: 8: required entropy bits of deckSize 512 and handSize 8 should not be greater than 60",
      ],
    ],
    [{ queues: 10_000_001, handSize: 1 }, ["queues: Invalid value: 10000001: must not be greater than 10000000"]],
  ])("%j", (more, expected) => {
    expect(created(queuing(more))).toEqual(expected.map((text) => `spec.limited.limitResponse.queuing.${text}`));
  });

  it("is limited to a 60-bit hash", () => {
    expect(requiredEntropyBits(10_000_000, 2)).toBeLessThanOrEqual(60);
    expect(requiredEntropyBits(128, 10)).toBeGreaterThan(60);
  });
});

describe("Mandatory and suggested priority levels", () => {
  it("are valid", () => {
    for (const object of defaultPriorityLevels) {
      expect(texts(strategyErrors(priorityLevelConfigurationStrategy, context, object))).toEqual([]);
    }
  });

  it("are fixed except for the shares of the exempt level", () => {
    const shares = { nominalConcurrencyShares: 3, lendablePercent: 4 };
    expect(created({ type: "Exempt", exempt: shares }, "exempt")).toEqual([]);
    expect(created(limited({}), "catch-all")).toEqual([
      "spec: Invalid value: flowcontrol.PriorityLevelConfigurationSpec{Type:\"Limited\", Limited:(*flowcontrol.LimitedPriorityLevelConfiguration)(0xc000000000), Exempt:(*flowcontrol.ExemptPriorityLevelConfiguration)(nil)}: spec of 'catch-all' must equal the fixed value",
    ]);
    expect(created(limited({}), "exempt")[1]).toMatch(
      /: spec of 'exempt' except the 'spec.exempt' field must equal the fixed value$/,
    );
  });
});
