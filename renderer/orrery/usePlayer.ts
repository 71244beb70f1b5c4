import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Action } from "./model/action.ts";
import { type Pulse, pulsesOf } from "./model/pulses.ts";
import { movedTo, stepped } from "./model/timeline.ts";
import type { LiveTimeline } from "./useTimeline.ts";

/** Milliseconds of a step at normal speed. */
const STEP = 900;
export const SPEEDS = [0.25, 1, 4] as const;
export type Speed = (typeof SPEEDS)[number];

/** The step being shown. */
export interface Showing {
  readonly actions: readonly Action[];
  readonly pulses: readonly Pulse[];
  /** Start time, by the clock of animation frames. */
  readonly began: number;
  readonly duration: number;
}

export interface Player {
  readonly isPlaying: boolean;
  readonly speed: Speed;
  readonly showing: Showing | undefined;
  setPlaying(playing: boolean): void;
  setSpeed(speed: Speed): void;
  /** Shows the next action, and pauses. */
  step(): void;
  /** Pauses at a position of the timeline. */
  moveTo(position: number): void;
}

/** Plays the actions step by step. @param followed sequence numbers of the followed actions */
export function usePlayer({ timeline, change }: LiveTimeline, followed: ReadonlySet<number> | undefined): Player {
  const [isPlaying, setPlaying] = useState(true);
  const [speed, setSpeed] = useState<Speed>(1);
  const [showing, setShowing] = useState<Showing>();
  const current = useRef({ timeline, followed, speed });
  current.current = { timeline, followed, speed };

  const show = useCallback(
    (size?: number) => {
      const { timeline: before, followed: wanted, speed: times } = current.current;
      const { timeline: after, shown } = stepped(before, size);
      change((now) => movedTo(now, now.position + (after.position - before.position)));
      setShowing({
        actions: shown,
        pulses: pulsesOf(shown, before.made, wanted),
        began: performance.now(),
        duration: STEP / times,
      });
    },
    [change],
  );

  const waits = timeline.position < timeline.actions.length;
  useEffect(() => {
    if (!isPlaying || !waits) return;
    const left = showing === undefined ? 0 : showing.began + showing.duration - performance.now();
    const timer = setTimeout(() => show(), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [isPlaying, waits, showing, show]);

  return useMemo(
    () => ({
      isPlaying,
      speed,
      showing,
      setPlaying,
      setSpeed,
      step() {
        setPlaying(false);
        if (current.current.timeline.position < current.current.timeline.actions.length) show(1);
      },
      moveTo(position) {
        setPlaying(false);
        setShowing(undefined);
        change((now) => movedTo(now, position));
      },
    }),
    [isPlaying, speed, showing, show, change],
  );
}
