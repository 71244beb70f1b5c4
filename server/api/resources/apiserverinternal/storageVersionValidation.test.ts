import { expect, test } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { storageVersions } from "./storageVersions.ts";
import { checkStorageVersionName, validateStorageVersionStatus } from "./storageVersionValidation.ts";

const words = createVocabulary();

const server = (encodingVersion: string, id = "a") => ({
  apiServerID: id,
  encodingVersion,
  decodableVersions: ["apps/v1", "apps/v1beta1"],
  servedVersions: ["apps/v1"],
});
const check = (status: object) =>
  validateStorageVersionStatus({ metadata: { name: "apps.deployments" }, status }).map(
    ({ field, message }) => `${field}: ${message}`,
  );

test("names consist of group and resource", () => {
  expect(checkStorageVersionName("apps.deployments")).toEqual([]);
  expect(checkStorageVersionName("x")).toEqual(["name must be in the form of <group>.<resource>"]);
  expect(checkStorageVersionName("g.1x")[0]).toMatch(/the resource segment/);
});

test("commonEncodingVersion is set if and only if all servers agree", () => {
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

test("decodableVersions include the encoding version and the served versions", () => {
  const status = {
    storageVersions: [{ ...server("apps/v2"), servedVersions: ["apps/v3"] }],
    commonEncodingVersion: "apps/v2",
  };
  expect(check(status)).toEqual([
    'status.storageVersions[0].decodableVersions: Invalid value: []string{"apps/v1", "apps/v1beta1"}: decodableVersions must include encodingVersion apps/v2',
    'status.storageVersions[0].servedVersions[0]: Invalid value: "apps/v3": individual served version : apps/v3 must be included in decodableVersions : [apps/v1 apps/v1beta1]',
  ]);
});

test("version errors name the invalid part", () => {
  const of = (version: string) =>
    check({
      storageVersions: [{ ...server(version), decodableVersions: [version], servedVersions: [] }],
      commonEncodingVersion: version,
    });
  const at = "status.storageVersions[0].encodingVersion: Invalid value:";
  expect(of("")[0]).toBe(`${at} "": version part: must be non-empty`);
  expect(of("/v1")[0]).toBe(`${at} "/v1": group part: must be non-empty`);
  expect(of("A/1")[0]).toMatch(/: group part: a lowercase RFC 1123 .*,version part: a DNS-1035 label/);
  expect(of("a/b/c")[0]).toBe(
    `${at} "a/b/c": an apiVersion is a DNS-1035 label, which must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')`,
  );
});

test("server ids and condition types are unique", () => {
  const servers = { storageVersions: [server("apps/v1"), server("apps/v1")], commonEncodingVersion: "apps/v1" };
  expect(check(servers)).toEqual(['status.storageVersions[1].apiServerID: Duplicate value: "a"']);
  const condition = { type: "AllEqual", status: "True", reason: "r", message: "m" };
  expect(check({ conditions: [condition] })).toEqual([]);
  expect(check({ conditions: [condition, { ...condition, status: "a b", reason: "", message: "" }] })).toEqual([
    'status[1].type: Invalid value: "AllEqual": the type of the condition is not unique, it also appears in conditions[0]',
    expect.stringContaining('status[1].status: Invalid value: "a b"'),
    "status[1].reason: Required value: reason cannot be empty",
    "status[1].message: Required value: message cannot be empty",
  ]);
});

test("tables show three servers", () => {
  const status = { storageVersions: ["a", "b", "c", "d"].map((id) => server("v1", id)) };
  const cells = (shown: object): unknown[] =>
    storageVersions.columns
      .map((column) => column.cell({ metadata: { name: "x.y" }, status: shown }, 0, words))
      .slice(1, 3);
  expect(cells(status)).toEqual(["<unset>", "a=v1,b=v1,c=v1 + 1 more..."]);
  expect(cells({})).toEqual(["<unset>", "<unset>"]);
});

test("updates require a resourceVersion, and status updates change no metadata", () => {
  const { strategy, subresources } = storageVersions;
  const status = subresources?.find(({ name }) => name === "status")?.strategy;
  expect([strategy.allowUnconditionalUpdate, status?.allowUnconditionalUpdate]).toEqual([false, false]);
  expect(status?.resetFields).toEqual([["spec"], ["metadata"]]);
});
