import { describe, expect, it } from "vitest";
import { nodeDisk } from "./disk.ts";
import { Mounts } from "./mounts.ts";

describe("Mounts", () => {
  it("maps the paths of a mount to real files and their disks", () => {
    const mounts = new Mounts();
    const other = { ...nodeDisk };
    const first = mounts.add('/data/a\'s "store" ?%');
    const second = mounts.add("/other/", other);
    expect(first).not.toBe(second);
    expect(mounts.locate(`${first}/x.db-wal`)).toEqual({ disk: nodeDisk, file: '/data/a\'s "store" ?%/x.db-wal' });
    expect(mounts.locate(first)?.file).toBe('/data/a\'s "store" ?%');
    expect(mounts.locate(`${second}/x.db`)).toEqual({ disk: other, file: "/other/x.db" });
  });

  it("returns nothing for other paths and removed mounts", () => {
    const mounts = new Mounts();
    const mount = mounts.add("/data");
    expect(mounts.locate("/data/x.db")).toBeUndefined();
    expect(mounts.locate("/tmp/x")).toBeUndefined();
    expect(mounts.locate(`${mount}9/x.db`)).toBeUndefined();
    mounts.remove(mount);
    expect(mounts.locate(`${mount}/x.db`)).toBeUndefined();
  });

  it("does not let a path escape its mount", () => {
    const mounts = new Mounts();
    const mount = mounts.add("/data/inner");
    expect(mounts.locate(`${mount}/../../etc/passwd`)).toBeUndefined();
    expect(mounts.locate(`${mount}/sub/../x.db`)?.file).toBe("/data/inner/x.db");
  });
});
