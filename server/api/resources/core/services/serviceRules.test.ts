import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import { isApiError } from "../../../../../shared/status.ts";
import { atOnce, finished, immediately } from "../../../../../shared/steps.ts";
import { service, testContext, texts } from "../../testing/objects.ts";
import { strategyErrors } from "../../testing/strategyErrors.ts";
import { takeInSteps } from "./serviceAllocation.ts";
import { serviceStatusStrategy, serviceStrategy } from "./serviceStrategy.ts";

const takeAddresses = immediately(takeInSteps);

const context = testContext();

function errorsOf(object: ApiObject): string[] {
  try {
    takeAddresses(context, object, undefined).release(false);
  } catch (error) {
    if (!isApiError(error, "Invalid")) throw error;
    return (error.status.details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
  }
  serviceStrategy.prepareForCreate?.(context, object);
  return texts(strategyErrors(serviceStrategy, context, object));
}

describe("New service", () => {
  const cases: readonly [spec: Record<string, unknown>, errors: readonly string[]][] = [
    [{}, []],
    [
      { clusterIP: "x" },
      ['spec.clusterIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ],
    [
      { ipFamilyPolicy: "RequireDualStack" },
      [
        'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
      ],
    ],
    [{ ipFamilies: ["IPv6"] }, ['spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster']],
    [
      { ipFamilyPolicy: "SingleStack", ipFamilies: ["IPv4", "IPv6"] },
      [
        "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
      ],
    ],
    [
      { clusterIP: "None", clusterIPs: ["None", "10.0.0.1"] },
      ['spec.clusterIPs: Invalid value: []string{"None", "10.0.0.1"}: \'None\' must be the first and only value'],
    ],
    [
      { clusterIP: "fd00::1", selector: { a: "b" } },
      ['spec.clusterIPs[0]: Invalid value: []string{"fd00::1"}: IPv6 is not configured on this cluster'],
    ],
    [
      { clusterIPs: ["x"], ipFamilies: ["IPv5"], ports: [{ port: 0 }] },
      [
        'spec.clusterIPs: Invalid value: []string{"x"}: must be empty when `clusterIP` is not specified',
        'spec.ipFamilies[0]: Unsupported value: "IPv5": supported values: "IPv4", "IPv6"',
        'spec.clusterIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ],
    ],
    [
      { type: "LoadBalancer", ports: [{ port: 10250 }] },
      ["spec.ports[0]: Invalid value: 10250: may not expose port 10250 externally since it is used by kubelet"],
    ],
    [
      { loadBalancerSourceRanges: ["x"] },
      [
        "spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'",
        'spec.LoadBalancerSourceRanges[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      ],
    ],
    [
      { externalIPs: ["127.0.0.1"], externalTrafficPolicy: "Cluster" },
      ['spec.externalIPs[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)'],
    ],
  ];
  it.each(cases)("%j", (spec, errors) => expect(errorsOf(service(spec))).toEqual(errors));

  it("may define source ranges in an annotation", () => {
    const name = "service.beta.kubernetes.io/load-balancer-source-ranges";
    expect(errorsOf(service({}, { annotations: { [name]: "10.0.0.0/8, y" } }))).toEqual([
      `metadata.annotations[${name}]: Forbidden: may only be used when \`type\` is 'LoadBalancer'`,
      `metadata.annotations[${name}]: Invalid value: "y": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)`,
    ]);
  });
});

describe("Warnings", () => {
  const of = (object: ApiObject): string[] =>
    atOnce(finished(serviceStrategy.warningsOnCreate?.(context, object))) ?? [];
  it("report fields without effect", () => {
    expect(of(service({ externalName: "a.b" }))).toEqual([
      'spec.externalName is ignored when spec.type is not "ExternalName"',
    ]);
    expect(of(service({ type: "ExternalName", externalName: "a.b", externalIPs: ["1.2.3.4"] }))).toEqual([
      'spec.externalIPs is ignored when spec.type is "ExternalName"',
    ]);
  });
  it("report non-canonical addresses", () =>
    expect(of(service({ externalIPs: ["010.1.2.3", "2001:DB8::1"] }))).toEqual([
      'spec.externalIPs[0]: IP address was accepted, but will be invalid in a future Kubernetes release: ParseAddr("010.1.2.3"): IPv4 field has octet with leading zero',
      'spec.externalIPs[1]: IPv6 address "2001:DB8::1" is not in RFC 5952 canonical format ("2001:db8::1"), which may cause controller apply-loops',
    ]));
});

it("a load balancer status is accepted only for type LoadBalancer", () => {
  const reported = (type: string, ingress: object): string[] => {
    const object = { ...service({ type }), status: { loadBalancer: { ingress: [ingress] } } };
    return texts(strategyErrors(serviceStatusStrategy, context, object, object));
  };
  expect(reported("ClusterIP", { ip: "1.2.3.4", ipMode: "VIP" })).toEqual([
    "status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'",
  ]);
  expect(reported("LoadBalancer", { ip: "1.2.3.4", ipMode: "VIP" })).toEqual([]);
  expect(reported("LoadBalancer", { ip: "1.2.3.4", ipMode: "Odd" })).toEqual([
    'status.loadBalancer.ingress[0].ipMode: Unsupported value: "Odd": supported values: "Proxy", "VIP"',
  ]);
  expect(reported("LoadBalancer", { hostname: "1.2.3.4" })).toEqual([
    'status.loadBalancer.ingress[0].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
  ]);
});
