import { expect, it } from "vitest";
import type { ContainerAccess, LogLine } from "../../../api/registry/podAccess.ts";
import { type FrameSink, isStream } from "../../../ground/request/context.ts";
import { answerLog } from "./podLog.ts";

/** Milliseconds that reading the log takes, long enough that two readers fill a turn. */
const LOOK = 6;

it("scans a long log in time slices for many concurrent readers", async () => {
  let inTick = 0;
  let most = 0;
  const line: LogLine = { time: 1, stream: "stdout", text: "line\n" };
  const log = {
    get lines(): readonly LogLine[] {
      if (inTick++ === 0) {
        setImmediate(() => {
          inTick = 0;
        });
      }
      most = Math.max(most, inTick);
      const end = performance.now() + LOOK;
      while (performance.now() < end);
      return [line];
    },
  };
  const container = { waiting: undefined, log } as unknown as ContainerAccess;
  const read = (): Promise<string> => {
    const answer = answerLog(container, { pod: "p", container: "c" }, new URLSearchParams(), 0);
    if (!isStream(answer)) throw new Error("no stream");
    let text = "";
    return new Promise((resolve) => {
      const sink: FrameSink = {
        signal: new AbortController().signal,
        write: (frame) => {
          text += Buffer.from(frame).toString();
          return true;
        },
        drained: () => undefined,
        end: () => resolve(text),
      };
      answer.stream(sink);
    });
  };
  const texts = await Promise.all(Array.from({ length: 20 }, read));
  expect(new Set(texts)).toEqual(new Set(["line\n"]));
  expect(most).toBeLessThan(4);
});
