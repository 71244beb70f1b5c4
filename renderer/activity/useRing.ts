import { useSyncExternalStore } from "react";
import type { RingBuffer } from "../api/ringBuffer.ts";

/** What a ring buffer holds, live. */
export const useRing = <T>(buffer: RingBuffer<T>): readonly T[] => useSyncExternalStore(buffer.subscribe, buffer.items);
