import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApiPlace } from "../../conformance/apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../../conformance/clusterUnderTest.ts";
import { AGNHOST, BUSYBOX, ending, outputOf, script } from "../../conformance/containerOutput.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

const NON_ROOT = "registry.k8s.io/e2e-test-images/nonroot:1.4";
const status = (securityContext: object = {}) => ({
  image: BUSYBOX,
  command: ["grep", "-E", "^(Cap|Seccomp|NoNewPrivs|Uid|Groups)", "/proc/self/status"],
  securityContext,
});

describe("[sig-node] Security Context", () => {
  test("should support seccomp unconfined, and the runtime's profile [LinuxOnly]", async () => {
    const ecc = { image: BUSYBOX, command: ["grep", "ecc", "/proc/self/status"] };
    const unconfined = { seccompProfile: { type: "Unconfined" } };
    const filtered = { seccompProfile: { type: "RuntimeDefault" } };
    const outputs = await Promise.all([
      outputOf(place, ending("container", { ...ecc, securityContext: unconfined }, { securityContext: filtered })),
      outputOf(place, ending("pod", ecc, { securityContext: unconfined })),
      outputOf(place, ending("runtime", ecc, { securityContext: filtered })),
      outputOf(place, ending("none", ecc)),
    ]);
    expect(outputs.map((text) => /^Seccomp:\t(\d)$/m.exec(text)?.[1])).toEqual(["0", "0", "2", "0"]);
  });

  test("should give containers the capabilities that they ask for, and no others", async () => {
    const lines = async (name: string, context: object, spec: object = {}) =>
      (await outputOf(place, ending(name, status(context), spec))).trim().split("\n");
    const usual = "00000000a80425fb";
    const none = "0000000000000000";
    expect(await lines("usual", {})).toEqual([
      ...["Uid:\t0\t0\t0\t0", "Groups:\t0 ", `CapInh:\t${none}`, `CapPrm:\t${usual}`, `CapEff:\t${usual}`],
      ...[`CapBnd:\t${usual}`, `CapAmb:\t${none}`, "NoNewPrivs:\t0", "Seccomp:\t0", "Seccomp_filters:\t0"],
    ]);
    expect(await lines("privileged", { privileged: true })).toContain("CapEff:\t000001ffffffffff");
    const dropped = await lines("dropped", { capabilities: { drop: ["ALL"], add: ["NET_ADMIN"] } });
    expect(dropped).toContain("CapBnd:\t0000000000001000");
    const own = { runAsUser: 1000, allowPrivilegeEscalation: false };
    const alice = await lines("alice", own, { securityContext: { supplementalGroups: [1234], fsGroup: 77 } });
    for (const line of [`CapEff:\t${none}`, `CapBnd:\t${usual}`, "NoNewPrivs:\t1", "Uid:\t1000\t1000\t1000\t1000"]) {
      expect(alice).toContain(line);
    }
    expect(alice).toContain("Groups:\t0 1234 77 ");
  });

  test("should support pod.Spec.SecurityContext.SupplementalGroups, beside those of the image [LinuxOnly]", async () => {
    const ids = { image: AGNHOST, command: ["id", "-G"] };
    const groups = { securityContext: { supplementalGroups: [60_000], runAsUser: 1000 } };
    expect(await outputOf(place, ending("groups", ids, groups))).toBe("1000 50000 60000\n");
  });

  test("should support the uid 0, and others than that at the pod and the container [LinuxOnly]", async () => {
    const root = script("test $(id -u) -eq 0", { securityContext: { runAsUser: 0 } });
    await outputOf(place, ending("root", root, { securityContext: { runAsUser: 1001 } }));
    const other = script("id", { securityContext: { runAsUser: 1002 } });
    const output = await outputOf(place, ending("other", other, { securityContext: { runAsUser: 1001 } }));
    expect(output).toContain("uid=1002 gid=0");
  });
});

describe("[sig-node] Security Context When creating a container with runAsNonRoot", () => {
  const asNonRoot = (name: string, image: string, runAsUser?: number) =>
    ending(name, {
      image,
      command: ["id", "-u"],
      securityContext: { runAsNonRoot: true, ...(runAsUser === undefined ? {} : { runAsUser }) },
    });

  test("should run with an explicit non-root user ID, and with one that the image specifies", async () => {
    expect(await outputOf(place, asNonRoot("explicit", BUSYBOX, 1000))).toBe("1000\n");
    expect(await outputOf(place, asNonRoot("implicit", NON_ROOT))).toBe("1234\n");
  });

  test("should not run with an explicit root user ID, and not without a specified user ID", async () => {
    await place.create("v1/pods", asNonRoot("explicit", NON_ROOT, 0));
    await place.create("v1/pods", asNonRoot("implicit", BUSYBOX));
    await place.become("v1/events", (events) =>
      ["explicit", "implicit"].every((pod) =>
        events.some((event) => {
          const { name } = event["involvedObject"] as { name: string };
          return name === pod && event["reason"] === "Failed";
        }),
      ),
    );
  });
});
