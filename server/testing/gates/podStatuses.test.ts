import type { Pod } from "kubernetes-types/core/v1";
import { describe, expect, it } from "vitest";
import { gatedServers, MERGE, POD_PATH, pod, storeFolder } from "./gatedPods.ts";

const start = gatedServers();

describe("pod statuses", () => {
  const own = { name: "c", image: "i", imageID: "", ready: true, restartCount: 0 };
  const report = {
    allocatedResources: { cpu: "1" },
    allocatedResourcesStatus: [{ name: "claim:a", resources: [{ resourceID: "r" }] }],
    resources: { requests: { cpu: "1" } },
    user: { linux: { uid: 1, gid: 1 } },
    volumeMounts: [{ name: "v", mountPath: "/v", readOnly: true, recursiveReadOnly: "Disabled" }],
  };
  it.each<[Record<string, string>, object]>([
    [{}, { volumeMounts: report.volumeMounts }],
    [
      { RecursiveReadOnlyMounts: "false", ResourceHealthStatus: "true" },
      { allocatedResourcesStatus: report.allocatedResourcesStatus },
    ],
    [{ InPlacePodVerticalScaling: "true" }, { resources: report.resources, volumeMounts: report.volumeMounts }],
    [
      {
        InPlacePodVerticalScaling: "true",
        InPlacePodVerticalScalingAllocatedStatus: "true",
        SupplementalGroupsPolicy: "true",
      },
      {
        allocatedResources: report.allocatedResources,
        resources: report.resources,
        user: report.user,
        volumeMounts: report.volumeMounts,
      },
    ],
  ])("with gates %j keep only the fields of enabled features", async (gates, kept) => {
    const { request } = await start(gates);
    await request("POST", POD_PATH, { body: pod({}) });
    const body = {
      status: {
        resize: "InProgress",
        resourceClaimStatuses: [{ name: "a" }],
        containerStatuses: [{ ...own, ...report }],
      },
    };
    const answer = (await request("PATCH", `${POD_PATH}/p/status`, { headers: MERGE, body })).body as unknown as Pod & {
      status: { resize?: string };
    };
    expect(answer.status.containerStatuses).toEqual([{ ...own, ...kept, lastState: {}, state: {} }]);
    expect(answer.status.resize).toBe(gates["InPlacePodVerticalScaling"] === undefined ? undefined : "InProgress");
    expect(answer.status).not.toHaveProperty("resourceClaimStatuses");
  });

  it("keep disabled fields in the store, which a dry run drops", async () => {
    const dataDir = storeFolder();
    const { allocatedResourcesStatus } = report;
    const path = `${POD_PATH}/${pod({}).metadata.name}`;
    const on = await start({ ResourceHealthStatus: "true" }, dataDir);
    await on.request("POST", POD_PATH, { body: pod({}) });
    const body = { status: { containerStatuses: [{ ...own, allocatedResourcesStatus }] } };
    await on.request("PATCH", `${path}/status`, { headers: MERGE, body });
    const off = await start({}, dataDir);
    const patch = { metadata: { labels: { dry: "run" } } };
    const dropped = await off.request("PATCH", `${path}/status?dryRun=All`, { headers: MERGE, body: patch });
    const first = ({ body: read }: typeof dropped) => (read as Pod).status?.containerStatuses?.[0];
    expect(first(dropped)).not.toHaveProperty("allocatedResourcesStatus");
    expect(first(await off.request("GET", path))).toMatchObject({ allocatedResourcesStatus });
  });
});
