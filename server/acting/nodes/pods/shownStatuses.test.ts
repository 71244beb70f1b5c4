import type { ContainerState } from "kubernetes-types/core/v1";
import { describe, expect, it } from "vitest";
import type { ContainerRole } from "./podParts.ts";
import { shownStatuses } from "./shownStatuses.ts";

const part = (role: ContainerRole, name: string, state: ContainerState = {}, lastState: ContainerState = {}) => ({
  role,
  status: { name, state, lastState, ready: false, restartCount: 0, image: "", imageID: "" },
});
const namesOf = (statuses: readonly { readonly name: string }[]): string[] => statuses.map(({ name }) => name);

describe("Container statuses of a pod", () => {
  it("are sorted by name, except those of init containers, which run in their order", () => {
    const parts = [
      part("sidecar", "z"),
      part("init", "y"),
      part("main", "web"),
      part("main", "db"),
      part("main", "a1"),
    ];
    const { init, main, ephemeral } = shownStatuses([...parts, part("ephemeral", "f"), part("ephemeral", "e")]);
    expect(namesOf(init)).toEqual(["z", "y"]);
    expect(namesOf(main)).toEqual(["a1", "db", "web"]);
    expect(namesOf(ephemeral)).toEqual(["e", "f"]);
  });

  it("share twelve KiB for their termination messages", () => {
    const ended = { terminated: { exitCode: 1, message: "x".repeat(4096) } };
    const lengths = (count: number): unknown[] => {
      const parts = Array.from({ length: count }, (_, i) => part(i === 0 ? "init" : "main", `c${i}`, ended, ended));
      const { init, main } = shownStatuses(parts);
      return [...init, ...main].flatMap(({ state, lastState }) =>
        [state, lastState].map((each) => each?.terminated?.message?.length),
      );
    };
    expect(new Set(lengths(3))).toEqual(new Set([4096]));
    expect(new Set(lengths(5))).toEqual(new Set([2457]));
  });
});
