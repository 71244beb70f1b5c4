import { expect, it } from "vitest";
import { dottedSysctl, sysctlFile } from "./sysctlName.ts";

it.each([
  ["kernel.shm_rmid_forced", "kernel.shm_rmid_forced", "/proc/sys/kernel/shm_rmid_forced"],
  ["kernel/shm_rmid_forced", "kernel.shm_rmid_forced", "/proc/sys/kernel/shm_rmid_forced"],
  ["net/ipv4/conf/eth0.1/mtu", "net.ipv4.conf.eth0/1.mtu", "/proc/sys/net/ipv4/conf/eth0.1/mtu"],
  ["net.ipv4.conf.eth0/1.mtu", "net.ipv4.conf.eth0/1.mtu", "/proc/sys/net/ipv4/conf/eth0.1/mtu"],
  ["plain", "plain", "/proc/sys/plain"],
])("%s is the sysctl %s in the file %s", (name, dotted, file) => {
  expect([dottedSysctl(name), sysctlFile(name)]).toEqual([dotted, file]);
});
