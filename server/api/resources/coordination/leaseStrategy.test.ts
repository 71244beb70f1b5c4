import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { testContext, texts } from "../testing/objects.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { leaseStrategy } from "./leaseStrategy.ts";

const context = testContext();
const lease = (spec: object): ApiObject => ({ metadata: { name: "l" }, spec });
const created = (spec: object): string[] => texts(strategyErrors(leaseStrategy, context, lease(spec)));

it.each<[object, string[]]>([
  [{}, []],
  [{ leaseDurationSeconds: 0 }, ["spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0"]],
  [{ leaseTransitions: -1 }, ["spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0"]],
  [{ strategy: "OldestEmulationVersion", preferredHolder: "me" }, []],
  [
    { strategy: "Loudest" },
    ['spec.strategy.strategy: Unsupported value: "Loudest": supported values: "OldestEmulationVersion"'],
  ],
  [{ preferredHolder: "me" }, ["spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined"]],
])("%j", (spec, expected) => {
  expect(created(spec)).toEqual(expected);
});

it("drops fields of coordinated leader election unless already stored", () => {
  const election = { strategy: "OldestEmulationVersion", preferredHolder: "me" };
  const fresh = lease({ holderIdentity: "a", ...election });
  leaseStrategy.prepareForCreate?.(context, fresh);
  expect(fresh["spec"]).toEqual({ holderIdentity: "a" });
  const next = lease({ ...election });
  leaseStrategy.prepareForUpdate?.(context, next, lease({ strategy: "x/y" }));
  expect(next["spec"]).toEqual({ strategy: "OldestEmulationVersion" });
});
