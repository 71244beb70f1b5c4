import { describe, expect, it } from "vitest";
import { FlowShares } from "./flowShares.ts";

/** Simulates one request of a flow, from its arrival to its end. */
function serve(shares: FlowShares, flow: string, cost = 1): void {
  shares.wait(flow);
  shares.begin(flow, cost);
  shares.finish(flow, 0);
}

describe("Flow shares", () => {
  it("increase with the cost of requests and start at the current level", () => {
    const shares = new FlowShares();
    serve(shares, "a", 2);
    serve(shares, "a", 2);
    expect([shares.due("a"), shares.due("b")]).toEqual([4, 2]);
    shares.wait("b");
    shares.begin("b", 1);
    shares.finish("b", 0.5);
    expect(shares.due("b")).toBe(3.5);
  });

  it("accumulate no credit for an idle flow", () => {
    const shares = new FlowShares();
    serve(shares, "late");
    for (let i = 0; i < 10; i++) serve(shares, "busy");
    serve(shares, "late");
    expect(shares.due("late")).toBe(10);
  });

  it("are dropped for flows without requests, cancelled or served", () => {
    const shares = new FlowShares();
    shares.wait("gone");
    shares.leave("gone");
    expect(shares.size).toBe(0);
    for (let i = 0; i < 50_000; i++) serve(shares, `flow-${i}`);
    expect(shares.size).toBeLessThan(5000);
    for (let i = 0; i < 20_000; i++) shares.wait(`flow-${i}`);
    expect(shares.size).toBeGreaterThanOrEqual(20_000);
    for (let i = 0; i < 20_000; i++) shares.leave(`flow-${i}`);
    expect(shares.size).toBeLessThan(5000);
  });
});
