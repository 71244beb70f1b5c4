import { expect, test } from "vitest";
import { storageVersions } from "./storageVersions.ts";
import { validateStorageVersion } from "./storageVersionValidation.ts";

const server = (encodingVersion: string, id = "a") => ({
  apiServerID: id,
  encodingVersion,
  decodableVersions: ["apps/v1", "apps/v1beta1"],
  servedVersions: ["apps/v1"],
});
const check = (status: object, name = "apps.deployments") =>
  validateStorageVersion({ metadata: { name }, status }).map(({ field, message }) => `${field}: ${message}`);

test("names have a group and a resource", () => {
  expect(check({})).toEqual([]);
  expect(check({}, "x")).toEqual(['metadata.name: Invalid value: "x": name must be in the form of <group>.<resource>']);
  expect(check({}, "g.1x")[0]).toMatch(/the resource segment/);
});

test("what all servers store must be said", () => {
  const one = { storageVersions: [server("apps/v1")], commonEncodingVersion: "apps/v1" };
  expect(check(one)).toEqual([]);
  expect(check({ ...one, commonEncodingVersion: "apps/v1beta1" })).toEqual([
    'status.commonEncodingVersion: Invalid value: "apps/v1beta1": the actual common encoding version is apps/v1',
  ]);
  expect(check({ storageVersions: one.storageVersions })).toEqual([
    'status.commonEncodingVersion: Invalid value: "null": the common encoding version is apps/v1',
  ]);
  const two = [server("apps/v1"), server("apps/v1beta1", "b")];
  expect(check({ storageVersions: two })).toEqual([]);
  expect(check({ storageVersions: two, commonEncodingVersion: "apps/v1" })).toHaveLength(1);
});

test("a server reads what it writes and serves", () => {
  const status = {
    storageVersions: [{ ...server("apps/v2"), servedVersions: ["apps/v3"] }],
    commonEncodingVersion: "apps/v2",
  };
  expect(check(status)).toEqual([
    'status.storageVersions[0].decodableVersions: Invalid value: []string{"apps/v1", "apps/v1beta1"}: decodableVersions must include encodingVersion apps/v2',
    'status.storageVersions[0].servedVersions[0]: Invalid value: "apps/v3": individual served version : apps/v3 must be included in decodableVersions : [apps/v1 apps/v1beta1]',
  ]);
});

test("tables show three servers", () => {
  const status = { storageVersions: ["a", "b", "c", "d"].map((id) => server("v1", id)) };
  const cells = storageVersions.columns.map((column) => column.cell({ metadata: { name: "x.y" }, status }, 0));
  expect(cells.slice(1, 3)).toEqual(["<unset>", "a=v1,b=v1,c=v1 + 1 more..."]);
});

test("updates say which version they saw, and a status changes no metadata", () => {
  const { strategy, subresources } = storageVersions;
  const status = subresources?.find(({ name }) => name === "status")?.strategy;
  expect([strategy.allowUnconditionalUpdate, status?.allowUnconditionalUpdate]).toEqual([false, false]);
  expect(status?.resetFields).toEqual([["spec"], ["metadata"]]);
});
