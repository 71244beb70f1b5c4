import { useCallback, useEffect, useMemo, useState } from "react";
import { createRingBuffer, type RingBuffer } from "../../api/requests/ringBuffer.ts";
import { openSocket } from "../../api/watch/watchSocket.ts";
import { type RawEvent, readEvent } from "./rawEvent.ts";
import { attachRaw } from "./rawWatch.ts";

export type WatchPhase = "idle" | "opening" | "open" | "ended";

/**
 * Maximum number of kept events per watch, and of their characters in total: an object may have megabytes and change
 * constantly.
 */
const EVENTS_KEPT = 2000;
const WEIGHING = { of: ({ text }: RawEvent) => text.length, most: 16 * 1024 * 1024 };

export interface RawWatch {
  phase: WatchPhase;
  buffer: RingBuffer<RawEvent>;
  clear(): void;
}

/** One watch of `url` while it is defined; restarts when the URL changes. */
export function useRawWatch(url: string | undefined): RawWatch {
  const [phase, setPhase] = useState<WatchPhase>("idle");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another watch has a buffer of its own
  const buffer = useMemo(
    () => createRingBuffer<RawEvent>(EVENTS_KEPT, (run) => requestAnimationFrame(run), WEIGHING),
    [url],
  );
  useEffect(() => {
    if (url === undefined) {
      setPhase("idle");
      return;
    }
    setPhase("opening");
    let count = 0;
    const watch = attachRaw(openSocket(url), {
      opened: () => setPhase("open"),
      frame: (text) => {
        count += 1;
        buffer.push(readEvent(count, Date.now(), text));
      },
      closed: () => setPhase("ended"),
    });
    return () => watch.close();
  }, [url, buffer]);
  return { phase, buffer, clear: useCallback(() => buffer.clear(), [buffer]) };
}
