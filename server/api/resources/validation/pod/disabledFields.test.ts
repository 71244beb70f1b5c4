import type { PodSpec } from "kubernetes-types/core/v1";
import { describe, expect, it } from "vitest";
import { immediately } from "../../../../../shared/steps.ts";
import { dropDisabledFields } from "./disabledFields.ts";

const drop = immediately(dropDisabledFields);
const spec = (more: object = {}): PodSpec => ({ containers: [{ name: "c" }], ...more });

describe("Fields of disabled features", () => {
  it("are dropped silently", () => {
    const pod = spec({ hostUsers: false });
    drop(pod, undefined, undefined);
    expect(pod).not.toHaveProperty("hostUsers");
  });
  it("are reset to their default if required, even if sent as empty", () => {
    const pod = spec({
      containers: [
        { name: "c", securityContext: { procMount: "" } },
        { name: "d", securityContext: {} },
      ],
    });
    drop(pod, undefined, undefined);
    expect(pod.containers.map(({ securityContext }) => securityContext)).toEqual([{ procMount: "Default" }, {}]);
  });
  it("are kept if the stored object uses them", () => {
    const pod = spec({ hostUsers: false });
    drop(pod, spec({ hostUsers: true }), undefined);
    expect(pod.hostUsers).toBe(false);
  });
  it("are kept if the feature is enabled", () => {
    const pod = spec({ hostUsers: false });
    drop(pod, undefined, { enabled: (name) => name === "UserNamespacesSupport" });
    expect(pod.hostUsers).toBe(false);
  });
});
