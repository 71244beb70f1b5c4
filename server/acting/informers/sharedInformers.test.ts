import { describe, expect, it, vi } from "vitest";
import type { ObjectReader } from "../../store/cache/reader.ts";
import { emptyReader } from "../../store/cache/testing/emptyReader.ts";
import type { Informers } from "./informers.ts";
import { SharedInformers } from "./sharedInformers.ts";

const PODS = { group: "", resource: "pods" };

/** A component that only exposes its informers. */
function componentOf(shared: SharedInformers): { informers: Informers; stop(): Promise<void> } {
  let informers: Informers | undefined;
  const running = shared.during((given) => {
    informers = given;
    return { stop: () => Promise.resolve() };
  });
  if (informers === undefined) throw new Error("not started");
  return { informers, stop: running.stop };
}

describe("Shared informers", () => {
  const ended = vi.fn();
  const reader: ObjectReader = { ...emptyReader, follow: () => ended };

  it("stop with the last component and restart with the next", async () => {
    const shared = new SharedInformers(reader);
    const one = componentOf(shared);
    const other = componentOf(shared);
    expect(other.informers).toBe(one.informers);
    one.informers.of(PODS).follow(() => {});
    await one.stop();
    await one.stop();
    expect(ended).not.toHaveBeenCalled();
    await other.stop();
    expect(ended).toHaveBeenCalledOnce();
    expect(componentOf(shared).informers).not.toBe(one.informers);
  });

  it("stop even if a component fails to stop", async () => {
    const shared = new SharedInformers(reader);
    const failing = shared.during(() => ({ stop: () => Promise.reject(new Error("broken")) }));
    const { informers, stop } = componentOf(shared);
    await stop();
    await expect(failing.stop()).rejects.toThrow("broken");
    expect(componentOf(shared).informers).not.toBe(informers);
  });
});
