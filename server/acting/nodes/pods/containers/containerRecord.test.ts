import type { ContainerStatus } from "kubernetes-types/core/v1";
import { describe, expect, it } from "vitest";
import { ContainerRecord } from "./containerRecord.ts";

const NOW = Date.parse("2030-01-01T00:00:00Z");
const running: ContainerStatus = {
  name: "c",
  image: "docker.io/library/nginx:1",
  imageID: "docker.io/library/nginx@sha256:0",
  containerID: "simulated://abc",
  ready: true,
  started: true,
  restartCount: 2,
  lastState: {},
  state: { running: { startedAt: "2029-12-31T00:00:00Z" } },
};
const resumed = (image: string, isLost = false): ContainerRecord => {
  const record = new ContainerRecord({ name: "c", image }, "ContainerCreating");
  record.resume(running, isLost, NOW);
  return record;
};

describe("Container running before a kubelet restart", () => {
  it("keeps running", () => {
    const { image, status } = resumed("nginx:1");
    expect(image).toBe("nginx:1");
    expect(status).toMatchObject({
      state: running.state,
      ready: true,
      restartCount: 2,
      containerID: "simulated://abc",
    });
  });

  it("keeps its image even if the pod now specifies another one", () => {
    const record = resumed("nginx:2");
    expect([record.image, record.status.image]).toEqual(["docker.io/library/nginx:1", "docker.io/library/nginx:1"]);
    record.isMade("uid");
    expect(record.status).toMatchObject({ image: "docker.io/library/nginx:2", restartCount: 3 });
  });

  it("is terminated if its machine was off", () => {
    const { status } = resumed("nginx:1", true);
    expect(status).toMatchObject({ ready: false, started: false, state: { terminated: { exitCode: 255 } } });
  });
});
