import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HIDDEN } from "./hidden.ts";
import { hideBoth, hideSecrets } from "./hideSecrets.ts";

const PLAIN = "s3cr3t-p4ssw0rd";
const ENCODED = btoa(PLAIN);
const APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

const secret = (value: string) => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: {
    name: "a",
    annotations: {
      [APPLIED]: `${JSON.stringify({ apiVersion: "v1", kind: "Secret", metadata: { name: "a" }, stringData: { k: value }, data: { l: btoa(value) } })}\n`,
      team: "blue",
    },
  },
  data: { k: btoa(value) },
  type: "Opaque",
});

const holds = (value: unknown, planted = PLAIN): boolean => {
  const text = JSON.stringify(value);
  return text.includes(JSON.stringify(planted).slice(1, -1)) || text.includes(btoa(planted));
};

describe("hideSecrets", () => {
  it("hides data and its copy in the last-applied annotation", () => {
    const hidden = hideSecrets(secret(PLAIN));
    expect(hidden).toEqual({
      apiVersion: "v1",
      kind: "Secret",
      metadata: {
        name: "a",
        annotations: {
          [APPLIED]: JSON.stringify({
            apiVersion: "v1",
            kind: "Secret",
            metadata: { name: "a" },
            stringData: { k: HIDDEN },
            data: { l: HIDDEN },
          }),
          team: "blue",
        },
      },
      data: { k: HIDDEN },
      type: "Opaque",
    });
  });

  it("returns the same object if it contains nothing confidential", () => {
    const map = {
      kind: "ConfigMap",
      metadata: { annotations: { [APPLIED]: '{"kind":"ConfigMap","data":{"a":"1"}}', about: "Secret of the day" } },
      data: { password: "is no secret here" },
    };
    expect(hideSecrets(map)).toBe(map);
    const once = hideSecrets(secret(PLAIN));
    expect(hideSecrets(once)).toBe(once);
  });

  it("finds secrets in lists, tables, watch events and templates of other objects", () => {
    const { kind: _kind, apiVersion: _version, ...bare } = secret(PLAIN);
    const wrapped: unknown[] = [
      { kind: "SecretList", apiVersion: "v1", metadata: {}, items: [bare] },
      { kind: "List", apiVersion: "v1", items: [secret(PLAIN), { kind: "List", items: [secret(PLAIN)] }] },
      { kind: "Table", rows: [{ cells: ["a"], object: secret(PLAIN) }] },
      { kind: "Table", rows: [{ object: { kind: "PartialObjectMetadata", metadata: secret(PLAIN).metadata } }] },
      { type: "MODIFIED", object: secret(PLAIN) },
      { kind: "Work", spec: { manifests: [secret(PLAIN)] } },
      { kind: "ConfigMap", metadata: { annotations: { copy: JSON.stringify(secret(PLAIN)) } } },
    ];
    for (const value of wrapped) {
      expect(holds(value)).toBe(true);
      expect(holds(hideSecrets(value)), JSON.stringify(hideSecrets(value))).toBe(false);
    }
  });

  it("hides bodies in audit events, including patches", () => {
    const about = (resource: string, requestObject: unknown, subresource?: string) => ({
      kind: "Event",
      objectRef: { resource, name: "a", subresource },
      requestObject,
      responseObject: secret(PLAIN),
    });
    const patches: unknown[] = [
      { data: { k: ENCODED, gone: null } },
      [{ op: "replace", path: "/data/k", value: ENCODED }],
      [{ op: "add", path: "", value: { data: { k: ENCODED } } }],
      { metadata: { annotations: { [APPLIED]: `{"data":{"k":"${ENCODED}"}}` } } },
    ];
    for (const patch of patches) expect(holds(hideSecrets(about("secrets", patch)))).toBe(false);
    expect(hideSecrets({ data: { gone: null } }, { resource: "secrets" })).toEqual({ data: { gone: null } });
    const token = {
      kind: "TokenRequest",
      spec: { audiences: ["a"] },
      status: { token: PLAIN, expirationTimestamp: "t" },
    };
    expect(hideSecrets(about("serviceaccounts", token, "token"))).toMatchObject({
      requestObject: { spec: { audiences: ["a"] }, status: { token: HIDDEN, expirationTimestamp: "t" } },
    });
  });

  it("hides tokens in requests and reviews", () => {
    const review = {
      kind: "TokenReview",
      spec: { token: PLAIN, audiences: ["x"] },
      status: { user: { username: "u" } },
    };
    expect(hideSecrets(review)).toEqual({ ...review, spec: { token: HIDDEN, audiences: ["x"] } });
  });

  it("hides set values in managed fields and keeps field names", () => {
    const managedFields = [{ manager: "m", fieldsV1: { "f:data": { "f:k": { [`v:"${PLAIN}"`]: {} } } } }];
    const object = { kind: "Secret", metadata: { managedFields } };
    expect(hideSecrets(object).metadata.managedFields).toEqual([
      { manager: "m", fieldsV1: { "f:data": { "f:k": { [`v:${HIDDEN}`]: {} } } } },
    ]);
  });

  it("hides annotations that are unparsable, compressed or contain a value", () => {
    const annotations = {
      [APPLIED]: '{"kind":"Secret","stringData":{"k":"s3cr',
      "objectset.rio.cattle.io/applied": "H4sIAAAA",
      note: `the password is ${PLAIN}`,
      copy: JSON.stringify({ wrapped: { text: ENCODED } }),
      free: "text",
    };
    const object = { kind: "Secret", metadata: { annotations }, data: { k: ENCODED } };
    expect(hideSecrets(object).metadata.annotations).toEqual({
      [APPLIED]: HIDDEN,
      "objectset.rio.cattle.io/applied": HIDDEN,
      note: HIDDEN,
      copy: HIDDEN,
      free: "text",
    });
  });

  it("hides bodies sent to secrets regardless of their kind", () => {
    for (const kind of ["Other", "ConfigMap"]) {
      expect(holds(hideSecrets({ kind, data: { k: ENCODED } }, { resource: "secrets" }))).toBe(false);
    }
  });

  it("hides values that start with the hiding mark", () => {
    const copy = JSON.stringify({ kind: "Secret", stringData: { k: `${HIDDEN}${PLAIN}`, l: `${HIDDEN} (${PLAIN})` } });
    const annotations = { [APPLIED]: copy, note: `${HIDDEN}${PLAIN}` };
    expect(holds(hideSecrets({ kind: "Secret", metadata: { annotations }, data: { k: ENCODED } }))).toBe(false);
  });

  it("treats names of inherited properties as ordinary names", () => {
    for (const kind of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
      const object = JSON.parse(
        `{"kind":"${kind}","metadata":{"annotations":{"a":"Secret"}},"items":[{"__proto__":{}}]}`,
      );
      const event = { objectRef: { resource: kind, subresource: kind }, requestObject: object };
      expect(hideSecrets(object)).toBe(object);
      expect(hideSecrets(event, { resource: kind })).toBe(event);
    }
  });

  it("does not traverse very deep nesting", () => {
    let nested: unknown = secret(PLAIN);
    for (let i = 0; i < 5_000; i++) nested = { items: [nested] };
    expect(() => hideSecrets(nested)).not.toThrow();
    expect(holds(JSON.stringify(hideSecrets(nested)).slice(0, 100_000))).toBe(false);
  });

  it("never reveals a planted value at any position", () => {
    const value = fc.string({ minLength: 8, unit: "grapheme-ascii" }).filter((text) => !/^•|^[ {}"\\]*$/.test(text));
    const wrap = fc.constantFrom(
      (object: unknown) => object,
      (object: unknown) => ({ kind: "List", items: [object] }),
      (object: unknown) => ({ type: "ADDED", object }),
      (object: unknown) => ({ kind: "Table", rows: [{ object }] }),
      (object: unknown) => ({ kind: "Event", objectRef: { resource: "secrets" }, responseObject: object }),
      (object: unknown) => ({ kind: "ConfigMap", metadata: { annotations: { copy: JSON.stringify(object) } } }),
    );
    fc.assert(
      fc.property(value, fc.array(wrap, { maxLength: 4 }), (planted, wraps) => {
        const whole = wraps.reduce<unknown>((object, by) => by(object), secret(planted));
        const hidden = hideSecrets(whole);
        expect(holds(hidden, planted)).toBe(false);
        expect(hideSecrets(hidden)).toEqual(hidden);
      }),
    );
  });
});

it("reveals only which values differ between two states", () => {
  const [before, after] = hideBoth(
    { kind: "Secret", data: { a: "QQ==", b: "Qg==" } },
    { kind: "Secret", data: { a: "QQ==", b: "Qw==", c: "new" } },
    "changed",
  );
  expect(before).toEqual({ kind: "Secret", data: { a: HIDDEN, b: HIDDEN } });
  expect(after).toEqual({ kind: "Secret", data: { a: HIDDEN, b: `${HIDDEN} (changed)`, c: HIDDEN } });
});
