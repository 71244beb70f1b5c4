import type { PodSpec } from "kubernetes-types/core/v1";
import { describe, expect, it } from "vitest";
import { immediately } from "../../../../../shared/steps.ts";
import { dropDisabledFields } from "./disabledFields.ts";

const drop = immediately(dropDisabledFields);
const spec = (more: object = {}): PodSpec => ({ containers: [{ name: "c" }], ...more });

describe("fields of features that are off", () => {
  it("go without a word", () => {
    const pod = spec({ hostUsers: false });
    drop(pod, undefined, undefined);
    expect(pod).not.toHaveProperty("hostUsers");
  });
  it("have their default where they may not go, also what was stated as empty", () => {
    const pod = spec({
      containers: [
        { name: "c", securityContext: { procMount: "" } },
        { name: "d", securityContext: {} },
      ],
    });
    drop(pod, undefined, undefined);
    expect(pod.containers.map(({ securityContext }) => securityContext)).toEqual([{ procMount: "Default" }, {}]);
  });
  it("stay where they are in use", () => {
    const pod = spec({ hostUsers: false });
    drop(pod, spec({ hostUsers: true }), undefined);
    expect(pod.hostUsers).toBe(false);
  });
  it("stay when the feature is on", () => {
    const pod = spec({ hostUsers: false });
    drop(pod, undefined, { enabled: (name) => name === "UserNamespacesSupport" });
    expect(pod.hostUsers).toBe(false);
  });
});
