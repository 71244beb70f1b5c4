import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Body } from "../httpClient.ts";
import { configMap, core } from "../objects.ts";
import type { TestServer } from "../testServer.ts";
import { type EncryptedFolder, encryptedFolder, provider } from "./encryptedFolder.ts";

const secrets = core("default", "secrets");
const maps = core("default", "configmaps");
const secret = (name: string) => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name, finalizers: ["example.com/a"] },
});
const UNSAFE = "ignoreStoreReadErrorWithClusterBreakingPotential";
const gate = { featureGates: { AllowUnsafeMalformedObjectDeletion: "true" } };
const NOT_FOUND = "no matching prefix found";
const detail = ({ code, reason, message }: Body) => [code, reason, message];

let folder: EncryptedFolder;
beforeEach(async () => {
  folder = await encryptedFolder();
  await folder.serve([provider("aesgcm", "a")], async (server) => {
    for (const name of ["lost", "other"]) await server.request("POST", secrets, { body: secret(name) });
    await server.request("POST", maps, { body: configMap("broken") });
    await server.request("POST", maps, { body: configMap("good") });
  });
});
afterEach(() => folder.remove());

/** Runs a server without the key with which the secrets were encrypted. */
const keyless = (work: (server: TestServer) => Promise<void>, more = {}) =>
  folder.serve([provider("aescbc", "b")], work, more);

describe("objects that cannot be decrypted", () => {
  it("are refused individually, and other resources are served", async () => {
    await keyless(async (server) => {
      const internal = [500, "InternalError", `Internal error occurred: ${NOT_FOUND}`];
      expect(detail((await server.request("GET", `${secrets}/lost`)).body)).toEqual(internal);
      const put = await server.request("PUT", `${secrets}/lost`, { body: secret("lost") });
      expect(detail(put.body)).toEqual(internal);
      const headers = { "content-type": "application/merge-patch+json" };
      const patch = await server.request("PATCH", `${secrets}/lost`, { body: {}, headers });
      expect(detail(patch.body)).toEqual(internal);
      expect(detail((await server.request("DELETE", `${secrets}/lost`)).body)).toEqual(internal);
      const post = await server.request("POST", secrets, { body: secret("lost") });
      expect(detail(post.body)).toEqual([409, "AlreadyExists", 'secrets "lost" already exists']);
      const unable = `Internal error occurred: unable to transform key "/registry/secrets/default/lost": ${NOT_FOUND}`;
      for (const path of [secrets, "/api/v1/secrets", `${secrets}?limit=1`]) {
        expect(detail((await server.request("GET", path)).body)).toEqual([500, "InternalError", unable]);
      }
      expect(detail((await server.request("DELETE", secrets)).body)).toEqual([500, "InternalError", unable]);
      const elsewhere = await server.request("GET", core("kube-system", "secrets"));
      expect([elsewhere.status, elsewhere.body.items]).toEqual([200, []]);
      expect((await server.request("POST", secrets, { body: secret("new") })).status).toBe(201);
      expect((await server.request("GET", `${secrets}/new`)).status).toBe(200);
      expect((await server.request("GET", maps)).body.items.map(({ metadata }) => metadata.name)).toEqual([
        "broken",
        "good",
      ]);
    });
  });

  it("prevent new watches of their resource", async () => {
    await keyless(async (server) => {
      const { status, headers, body } = await server.request("GET", `${secrets}?watch=true`);
      expect([status, headers["retry-after"], ...detail(body)]).toEqual([
        429,
        expect.stringMatching(/^\d+$/),
        429,
        "TooManyRequests",
        "storage is (re)initializing",
      ]);
      const stream = await server.watch(`${maps}?watch=true`);
      expect((await stream.names(2)).sort()).toEqual(["ADDED broken", "ADDED good"]);
    });
  });

  it("ignore the unsafe deletion option while its gate is off", async () => {
    await keyless(async (server) => {
      const body = { [UNSAFE]: true, gracePeriodSeconds: 0 };
      const answer = await server.request("DELETE", `${secrets}/lost`, { body });
      expect(detail(answer.body)).toEqual([500, "InternalError", `Internal error occurred: ${NOT_FOUND}`]);
    });
  });
});

describe("values that are not valid objects", () => {
  it("are refused with the decoder's message", async () => {
    await folder.spoil("/registry/configmaps/default/broken", '{"kind":"ConfigMap",');
    await keyless(async (server) => {
      const message = "couldn't get version/kind; json parse error: unexpected end of JSON input";
      expect(detail((await server.request("GET", `${maps}/broken`)).body)).toEqual([500, undefined, message]);
      expect(detail((await server.request("GET", maps)).body)).toEqual([500, undefined, message]);
      const put = await server.request("PUT", `${maps}/broken`, { body: configMap("broken") });
      expect(detail(put.body)).toEqual([500, undefined, message]);
      expect((await server.request("GET", `${maps}/good`)).status).toBe(200);
    });
  });

  it("do not prevent the server from starting, even when all are unreadable", async () => {
    await folder.store(async (storage) => {
      const { items } = await storage.range({ prefix: "/registry/" });
      await storage.commit(items.map(({ key }) => ({ type: "put", key, value: "k8s:enc:secretbox:v1:lost:AAAA" })));
    });
    await folder.serve([], async (server) => {
      expect((await server.request("GET", "/readyz")).status).toBe(200);
      for (const path of ["/api/v1/namespaces/default", "/apis/rbac.authorization.k8s.io/v1/clusterroles/admin"]) {
        const { body } = await server.request("GET", path);
        const message = "Internal error occurred: identity transformer tried to read encrypted data";
        expect(detail(body)).toEqual([500, "InternalError", message]);
      }
      // No user has any role then.
      expect((await server.request("GET", maps, { as: "alice" })).status).toBe(403);
    });
  });

  it("do not prevent the server from starting, whatever their kind", async () => {
    await folder.serve([], async (server) => {
      await server.request("POST", "/apis/rbac.authorization.k8s.io/v1/clusterroles", {
        body: { metadata: { name: "mine" }, rules: [] },
      });
    });
    await folder.spoil("/registry/clusterroles/mine", "nonsense");
    await folder.spoil("/registry/namespaces/default", "{}");
    await folder.spoil("/registry/apiextensions.k8s.io/customresourcedefinitions/x", "[]");
    await folder.serve(
      [],
      async (server) => {
        expect((await server.request("GET", "/readyz")).status).toBe(200);
        expect((await server.request("GET", "/api/v1/namespaces/kube-system")).status).toBe(200);
        expect((await server.request("GET", "/apis/rbac.authorization.k8s.io/v1/clusterroles/admin")).status).toBe(200);
      },
      { controllers: ["*"] },
    );
  });
});

describe("with the gate for unsafe deletion", () => {
  const corrupt = (key: string) =>
    `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: data from the storage is not transformable revision=0: ${NOT_FOUND}`;

  it("errors list the unreadable objects", async () => {
    await folder.spoil("/registry/configmaps/default/broken", "{}");
    await keyless(async (server) => {
      const one = await server.request("GET", `${secrets}/lost`);
      const message = `Internal error occurred: ${corrupt("/secrets/default/lost")}`;
      expect(detail(one.body)).toEqual([500, "InternalError", message]);
      expect(detail((await server.request("DELETE", `${secrets}/lost`)).body)).toEqual([500, "InternalError", message]);
      const list = await server.request("GET", secrets);
      expect(detail(list.body)).toEqual([
        500,
        "StorageReadError",
        "failed to read one or more secrets from the storage",
      ]);
      expect(list.body.details).toEqual({
        name: "list",
        kind: "secrets",
        causes: ["lost", "other"].map((name) => ({
          reason: "UnexpectedServerResponse",
          message: corrupt(`/registry/secrets/default/${name}`),
          field: `/registry/secrets/default/${name}`,
        })),
      });
      const put = await server.request("PUT", `${secrets}/lost`, { body: secret("lost") });
      expect(put.body.message).toBe(
        `Internal error occurred: data from the storage is not transformable revision=0: ${NOT_FOUND}`,
      );
      const broken = await server.request("GET", `${maps}/broken`);
      expect(broken.body.message).toMatch(
        /AdditionalErrorMsg: object not decodable revision=\d+: Object 'Kind' is missing/,
      );
    }, gate);
  });

  it("authorized users can delete unreadable objects, with or without finalizers", async () => {
    await keyless(async (server) => {
      const rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/default";
      const meta = { metadata: { name: "deleter" } };
      const rules = [{ apiGroups: [""], resources: ["secrets"], verbs: ["delete", "get"] }];
      await server.request("POST", `${rbac}/roles`, { body: { ...meta, rules } });
      const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "deleter" };
      const subjects = [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "alice" }];
      await server.request("POST", `${rbac}/rolebindings`, { body: { ...meta, roleRef, subjects } });
      const remove = () => server.request("DELETE", `${secrets}/lost`, { as: "alice", body: { [UNSAFE]: true } });
      const refused = await remove();
      expect(refused.status).toBe(403);
      expect(refused.body.message).toContain(
        'secrets "lost" is forbidden: not permitted to do "unsafe-delete-ignore-read-errors", reason: ',
      );
      const wider = [
        { apiGroups: [""], resources: ["secrets"], verbs: ["delete", "unsafe-delete-ignore-read-errors"] },
      ];
      await server.request("PUT", `${rbac}/roles/deleter`, { body: { ...meta, rules: wider } });
      const answer = await remove();
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          kind: "Status",
          apiVersion: "v1",
          metadata: {},
          status: "Success",
          details: { name: "lost", kind: "Secret" },
          code: 200,
        },
      ]);
      expect((await server.request("GET", `${secrets}/lost`)).status).toBe(404);

      // The last unreadable object is deleted by a query; then the resource is complete again.
      expect((await server.request("GET", `${secrets}?watch=true`)).status).toBe(429);
      expect((await server.request("DELETE", `${secrets}/other?${UNSAFE}=true`)).status).toBe(200);
      const list = await server.request("GET", secrets);
      expect([list.status, list.body.items]).toEqual([200, []]);
      const stream = await server.watch(`${secrets}?watch=true&resourceVersion=${list.body.metadata.resourceVersion}`);
      await server.request("POST", secrets, { body: secret("lost") });
      expect(await stream.names(1)).toEqual(["ADDED lost"]);
    }, gate);
  });

  it("the option is refused for readable objects, collections, and in combination with other options", async () => {
    await keyless(async (server) => {
      await server.request("POST", secrets, { body: secret("readable") });
      const only = `${UNSAFE}: Invalid value: true: is exclusively used to delete corrupt object(s), try again by removing this option`;
      for (const name of ["readable", "missing"]) {
        const answer = await server.request("DELETE", `${secrets}/${name}`, { body: { [UNSAFE]: true } });
        expect(detail(answer.body)).toEqual([422, "Invalid", `secrets ${JSON.stringify(name)} is invalid: ${only}`]);
      }
      const all = await server.request("DELETE", secrets, { body: { [UNSAFE]: true } });
      expect(all.body.message).toBe(
        `DeleteOptions.meta.k8s.io "" is invalid: ${UNSAFE}: Invalid value: true: is not allowed with DELETECOLLECTION, try again after removing the option`,
      );
      const body = { [UNSAFE]: true, dryRun: ["All"] };
      const mixed = await server.request("DELETE", `${secrets}/lost`, { body });
      expect(mixed.body.message).toContain(`${UNSAFE}: Invalid value: true: cannot be set together with .dryRun`);
    }, gate);
  });
});
