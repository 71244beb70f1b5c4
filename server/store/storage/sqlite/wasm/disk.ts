import fs from "node:fs";

/**
 * The part of a file system that the engine uses, all of it synchronous (the wasm calls cannot wait). Tests replace
 * single functions to make the disk fill up or fail.
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

/** The real file system. */
export const nodeDisk: Disk = fs;
