import fs from "node:fs";

/**
 * What the engine needs of a file system, all of it synchronous (the wasm calls cannot wait). Tests replace single
 * functions to make the disk fill up or fail.
 */
export type Disk = Pick<
  typeof fs,
  | "accessSync"
  | "closeSync"
  | "fstatSync"
  | "fsyncSync"
  | "ftruncateSync"
  | "openSync"
  | "readSync"
  | "statSync"
  | "unlinkSync"
  | "writeSync"
>;

/** The real thing. */
export const nodeDisk: Disk = fs;
