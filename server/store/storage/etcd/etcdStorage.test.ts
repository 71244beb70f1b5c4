import { afterEach } from "vitest";
import { describeStorage } from "../testing/storageSuite.ts";
import { openEtcdStorage } from "./etcdStorage.ts";
import { type EtcdMember, startMembers } from "./testing/etcdMember.ts";

let members: EtcdMember[] = [];

afterEach(async () => {
  await Promise.all(members.map((member) => member.discard()));
});

describeStorage("etcd", async ({ now }) => {
  members = await startMembers(1);
  return openEtcdStorage({ endpoints: members.map(({ url }) => url), prefix: "/t1", leaseReuseSeconds: 0, now });
});
