import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseServeFlags } from "./parseFlags.ts";

const options = (...argv: string[]) => parseServeFlags(argv).options;

describe("the flags of etcd", () => {
  it("connect to no etcd by default", () => {
    expect(options()).toMatchObject({
      etcdServers: [],
      etcdPrefix: "/registry",
      etcdCompactionInterval: 300_000,
      etcdHealthcheckTimeout: 2000,
      etcdReadycheckTimeout: 2000,
      leaseReuseDurationSeconds: 60,
    });
  });

  it("parse members, files and durations", () => {
    expect(
      options(
        "--etcd-servers=https://a:2379,https://b",
        "--etcd-prefix=school//first/",
        "--etcd-cafile=ca.pem",
        "--etcd-certfile=cert.pem",
        "--etcd-keyfile=key.pem",
        "--etcd-compaction-interval=0",
        "--lease-reuse-duration-seconds=5",
      ),
    ).toMatchObject({
      etcdServers: ["https://a:2379", "https://b"],
      etcdPrefix: "/school/first",
      etcdCafile: resolve("ca.pem"),
      etcdCertfile: resolve("cert.pem"),
      etcdKeyfile: resolve("key.pem"),
      etcdCompactionInterval: 0,
      leaseReuseDurationSeconds: 5,
    });
  });

  it.each([
    ["--etcd-servers=127.0.0.1:2379", "needs addresses such as"],
    ["--etcd-servers=unix:///etcd", "needs addresses such as"],
    ["--etcd-servers=http://a/path", "needs addresses such as"],
    ["--etcd-prefix=/", "needs a path"],
    ["--etcd-certfile=cert.pem", "must be given together"],
    ["--lease-reuse-duration-seconds=-1", "whole number"],
  ])("refuse %s", (flag, message) => {
    expect(() => options(flag)).toThrow(message);
  });
});
