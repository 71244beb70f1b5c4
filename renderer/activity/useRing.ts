import { useSyncExternalStore } from "react";
import type { RingBuffer } from "../api/requests/ringBuffer.ts";

/** The items of a ring buffer, live. */
export const useRing = <T>(buffer: RingBuffer<T>): readonly T[] => useSyncExternalStore(buffer.subscribe, buffer.items);
