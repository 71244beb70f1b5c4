import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { immediately } from "../../../../shared/steps.ts";
import { podDisruptionBudgetStrategy } from "../policy/podDisruptionBudgetStrategy.ts";
import { fakeContext } from "../testing/fakeContext.ts";
import { strategyErrors } from "../testing/strategyErrors.ts";
import { ingressErrors } from "./ingressValidation.ts";
import { networkPolicyStrategy } from "./networkPolicyStrategy.ts";

const validateIngress = immediately(ingressErrors);
const texts = (errors: readonly { field: string; message: string }[] = []) =>
  errors.map((error) => `${error.field}: ${error.message}`);
const withSpec = (spec: unknown): ApiObject => ({ metadata: { name: "bad" }, spec });

describe("Ingress", () => {
  const path = (item: object) => texts(validateIngress(withSpec({ rules: [{ http: { paths: [item] } }] })));
  const backend = { service: { name: "s", port: { number: 80 } } };
  const at = "spec.rules[0].http.paths[0]";

  test("requires a default backend or rules", () => {
    expect(texts(validateIngress(withSpec({})))).toEqual([
      "spec: Invalid value: []networking.IngressRule(nil): either `defaultBackend` or `rules` must be specified",
    ]);
  });

  test.each<[object, string[]]>([
    [{ path: "/", pathType: "Prefix", backend }, []],
    [{ path: "/", pathType: null, backend }, [`${at}.pathType: Required value: pathType must be specified`]],
    [
      { path: "nolead", pathType: "Exact", backend: { service: { name: "s", port: {} } } },
      [
        `${at}.path: Invalid value: "nolead": must be an absolute path`,
        `${at}.backend: Required value: port name or number is required`,
      ],
    ],
    [
      { path: "/a/../b", pathType: "Exact", backend },
      [`${at}.path: Invalid value: "/a/../b": must not contain '/../'`],
    ],
  ])("%j", (item, expected) => {
    expect(path(item)).toEqual(expected);
  });
});

describe("NetworkPolicy", () => {
  const peer = (to: object) =>
    texts(strategyErrors(networkPolicyStrategy, fakeContext(), withSpec({ podSelector: {}, egress: [{ to: [to] }] })));

  test.each<[object, string[]]>([
    [{ ipBlock: { cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] } }, []],
    [
      { ipBlock: { cidr: "10.0.0.0/99" } },
      [
        'spec.egress[0].to[0].ipBlock.cidr: Invalid value: "10.0.0.0/99": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      ],
    ],
    [
      { ipBlock: { cidr: "10.0.0.0/8", except: ["11.0.0.0/16"] } },
      ['spec.egress[0].to[0].ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`'],
    ],
    [{}, ["spec.egress[0].to[0]: Required value: must specify a peer"]],
  ])("%j", (to, expected) => {
    expect(peer(to)).toEqual(expected);
  });
});

describe("PodDisruptionBudget", () => {
  const errors = (spec: object) => texts(strategyErrors(podDisruptionBudgetStrategy, fakeContext(), withSpec(spec)));

  test("rejects minAvailable together with maxUnavailable", () => {
    expect(errors({ minAvailable: "50%" })).toEqual([]);
    expect(errors({ minAvailable: 1, maxUnavailable: 1 })[0]).toContain(
      "minAvailable and maxUnavailable cannot be both set",
    );
    expect(errors({ minAvailable: "150%" })[0]).toContain("must not be greater than 100%");
    expect(errors({ minAvailable: "many" })[0]).toContain("a valid percent string");
  });
});
