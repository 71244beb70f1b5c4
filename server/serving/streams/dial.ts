import type { Duplex } from "node:stream";

/** Connects to a port of a pod. @returns the connection, or the reason why there is none */
export type Dial = (port: number) => Duplex | string;
