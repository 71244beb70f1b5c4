import { expect, it } from "vitest";
import { type StoppableContainer, stopContainers, stopSidecars } from "./stopContainers.ts";

/** Containers that end when their turn has come. They record when they are asked to end, and when they end. */
function containers(roles: Readonly<Record<string, StoppableContainer["role"]>>, isRunning = true) {
  const seen: string[] = [];
  const all = Object.entries(roles).map(
    ([name, role]): StoppableContainer => ({
      ...{ name, role, isRunning },
      recordEvent: (_type, _reason, message) => void seen.push(message),
      async stop(_grace, turn) {
        await turn;
        seen.push(`${name} ended`);
      },
    }),
  );
  return { all, seen };
}

it("stops all containers at once, but sidecars last, in reverse start order", async () => {
  const { all, seen } = containers({
    first: "sidecar",
    init: "init",
    second: "sidecar",
    main: "main",
    look: "ephemeral",
  });
  await stopContainers(all, 1000);
  expect(seen.slice(0, 5)).toEqual(
    ["init", "main", "look", "second", "first"].map((name) => `Stopping container ${name}`),
  );
  expect(seen.slice(5)).toEqual(["init ended", "main ended", "look ended", "second ended", "first ended"]);
});

it("stops only the sidecars once the main containers have ended", async () => {
  const { all, seen } = containers({ first: "sidecar", second: "sidecar", main: "main" });
  await stopSidecars(all, 1000);
  expect(seen.filter((text) => text.endsWith("ended"))).toEqual(["second ended", "first ended"]);
});

it("ignores containers that are not running", async () => {
  const { all, seen } = containers({ main: "main", side: "sidecar" }, false);
  await stopContainers(all, 1000);
  expect(seen).toEqual([]);
});

it("does not make sidecars wait for an ephemeral container", async () => {
  const { all, seen } = containers({ side: "sidecar", main: "main", look: "ephemeral" });
  let end: () => void = () => undefined;
  const looking = new Promise<void>((resolve) => (end = resolve));
  const added = all.map((each) => (each.role === "ephemeral" ? { ...each, stop: () => looking } : each));
  const stopped = stopContainers(added, 1000);
  await expect.poll(() => seen.at(-1)).toBe("side ended");
  end();
  await stopped;
});
