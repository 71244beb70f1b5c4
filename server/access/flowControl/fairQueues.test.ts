import { describe, expect, it } from "vitest";
import { FairQueues, type FlowRequest, type Queue } from "./fairQueues.ts";

interface Request extends FlowRequest {
  readonly flow: string;
}
const request = (flow: string, seats = 1): Request => ({
  flow,
  work: { seats, finalSeats: 0, finalTime: 0 },
  start: () => undefined,
});
const OPTIONS = { queues: 64, handSize: 6, queueLengthLimit: 50 };

/** Serves `count` requests one after the other, and returns their flows. */
function serve(queues: FairQueues<Request>, count: number, took = 0.001): string[] {
  const served: string[] = [];
  for (let i = 0; i < count; i++) {
    const found = queues.first();
    if (found === undefined) break;
    queues.begin(found.queue, found.request);
    queues.finish(found.queue, found.request, took);
    served.push(found.request.flow);
  }
  return served;
}

const enter = (queues: FairQueues<Request>, flow: string, seats = 1): boolean =>
  queues.enqueue(queues.choose("schema", flow), request(flow, seats));

describe("Fair queues", () => {
  it("serve a new flow after one request of a flooding flow, regardless of its number of queues", () => {
    const queues = new FairQueues<Request>(OPTIONS);
    for (let i = 0; i < 200; i++) enter(queues, "flood");
    for (let round = 0; round < 10; round++) {
      serve(queues, 15);
      enter(queues, "quiet");
      expect(serve(queues, 2)).toContain("quiet");
    }
  });

  it("favor a low-rate flow until it has received as much as a flooding flow", () => {
    const queues = new FairQueues<Request>(OPTIONS);
    for (let i = 0; i < 200; i++) enter(queues, "flood");
    const served: string[] = [];
    for (let i = 0; i < 100; i++) {
      enter(queues, "eager");
      served.push(...serve(queues, 1), ...serve(queues, 1));
    }
    expect(served.filter((flow) => flow === "eager").length).toBe(100);
    // A flow with longer requests gets no larger share.
    for (let i = 0; i < 20; i++) {
      enter(queues, "slow");
      serve(queues, 1, 0.01);
    }
    enter(queues, "late");
    expect(serve(queues, 2)).toContain("late");
  });

  it("serve saturated flows equally", () => {
    const queues = new FairQueues<Request>({ ...OPTIONS, queues: 2, handSize: 1 });
    const [first, second] = queues.queues as [Queue<Request>, Queue<Request>];
    for (let i = 0; i < 40; i++) {
      queues.enqueue(first, request("a"));
      queues.enqueue(second, request("b"));
    }
    const served = serve(queues, 40);
    expect(served.filter((flow) => flow === "a")).toHaveLength(20);
  });

  it("count wide requests by their seats", () => {
    const queues = new FairQueues<Request>({ ...OPTIONS, queues: 2, handSize: 1 });
    const [first, second] = queues.queues as [Queue<Request>, Queue<Request>];
    for (let i = 0; i < 45; i++) {
      queues.enqueue(first, request("wide", 9));
      queues.enqueue(second, request("narrow"));
    }
    const served = serve(queues, 50);
    expect(served.filter((flow) => flow === "wide").length).toBeLessThanOrEqual(7);
  });

  it("accumulate no credit while empty", () => {
    const queues = new FairQueues<Request>({ ...OPTIONS, queues: 2, handSize: 1 });
    const [first, second] = queues.queues as [Queue<Request>, Queue<Request>];
    for (let round = 0; round < 10; round++) {
      for (let i = 0; i < 10; i++) queues.enqueue(first, request("busy"));
      serve(queues, 10);
    }
    for (let i = 0; i < 20; i++) {
      queues.enqueue(first, request("busy"));
      queues.enqueue(second, request("late"));
    }
    const served = serve(queues, 20);
    expect(served.filter((flow) => flow === "late").length).toBeLessThanOrEqual(12);
  });

  it("reject requests when full and select the shortest queue of a hand", () => {
    const queues = new FairQueues<Request>({ queues: 8, handSize: 2, queueLengthLimit: 3 });
    const taken = Array.from({ length: 8 }, () => enter(queues, "one"));
    expect(taken).toEqual([true, true, true, true, true, true, false, false]);
    const used = queues.queues.filter(({ waiting }) => waiting.size > 0);
    expect(used.map(({ waiting }) => waiting.size)).toEqual([3, 3]);
  });

  it("drop cancelled requests", () => {
    const queues = new FairQueues<Request>(OPTIONS);
    const queue = queues.choose("schema", "one");
    const waiting = request("one");
    queues.enqueue(queue, waiting);
    queues.drop(queue, waiting);
    queues.drop(queue, waiting);
    expect([queues.waiting, queues.first()]).toEqual([0, undefined]);
  });
});
