import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { atOnce } from "../../../../shared/steps.ts";
import type { CustomRules } from "../../../api/registry/customRules.ts";
import { decodeCbor } from "../../../model/encoding/cbor/decodeCbor.ts";
import { CachedObject } from "../../../store/cache/cachedObject.ts";
import { openTestServices, type TestServices } from "../../../testing/testServices.ts";
import { cachedItem, cborType } from "./cborAnswer.ts";

let services: TestServices;
beforeEach(async () => {
  services = await openTestServices();
});
afterEach(() => services.close());

const secret = { kind: "Secret", apiVersion: "v1", metadata: { name: "a" }, data: { k: "YWI=" } };
const cached = () => new CachedObject({ key: "a", modRevision: 7, createRevision: 7, value: JSON.stringify(secret) });

describe("the cached CBOR encoding of an object", () => {
  it("is encoded once", () => {
    const resource = services.resource("", "v1", "secrets");
    const object = cached();
    const item = atOnce(cachedItem(resource, object));
    expect(atOnce(cachedItem(resource, object))).toBe(item);
    expect(decodeCbor(item)).toEqual({ ...secret, metadata: { name: "a", resourceVersion: "7" } });
  });

  it("uses byte strings for byte fields of built-in types, and not for custom resources", () => {
    const resource = services.resource("", "v1", "secrets");
    const custom = { ...resource, node: resource.node, custom: { revision: "1" } as CustomRules };
    expect([cborType(resource), cborType(custom)]).toEqual([resource.node, undefined]);
    const object = cached();
    expect(atOnce(cachedItem(resource, object)).includes(Buffer.from("d6426162", "hex"))).toBe(true);
    expect(atOnce(cachedItem(custom, object)).includes("YWI=")).toBe(true);
  });
});
