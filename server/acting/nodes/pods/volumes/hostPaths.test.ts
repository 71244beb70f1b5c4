import { expect, it } from "vitest";
import { Volumes } from "../../shell/files/volumeFiles.ts";
import type { NodePod } from "../podParts.ts";
import { invalidHostPaths } from "./hostPaths.ts";

it.each([
  [undefined, "/none", undefined],
  ["Directory", "/etc", undefined],
  ["Directory", "/none", "/none is not a directory"],
  ["Directory", "/etc/hosts", "/etc/hosts is not a directory"],
  ["DirectoryOrCreate", "/none", undefined],
  ["DirectoryOrCreate", "/etc/hosts", "/etc/hosts is not a directory"],
  ["File", "/etc/hosts", undefined],
  ["File", "/none", "/none is not a file"],
  ["FileOrCreate", "/tmp/new", undefined],
  ["FileOrCreate", "/none/new", "/none/new is not a file"],
  ["Socket", "/run/a.sock", "/run/a.sock is not a socket file"],
  ["BlockDevice", "/dev/sda", "/dev/sda is not a block device"],
])("host path of type %s at %s: %s", async (type, path, message) => {
  const volumes = new Volumes();
  const hostPath = { path, ...(type === undefined ? {} : { type }) };
  const pod = { metadata: {}, spec: { containers: [], volumes: [{ name: "v", hostPath }] } } as NodePod;
  const found = await invalidHostPaths(pod, (at, wanted) => volumes.probePath("host/node-1", at, wanted));
  expect(found).toEqual(
    message === undefined ? [] : [{ volume: "v", reason: `hostPath type check failed: ${message}` }],
  );
  // What was created is there for the next check.
  if (message === undefined && type === "DirectoryOrCreate") {
    expect(await volumes.probePath("host/node-1", path, undefined)).toBe("directory");
  }
});
