import { describe, expect, it, vi } from "vitest";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { createLog } from "../../ground/observability/log/log.ts";
import type { Identity } from "../../ground/rights/identity.ts";
import { manualTimers } from "../../ground/timing/testing/manualTimers.ts";
import { emptyReader } from "../../store/cache/testing/emptyReader.ts";
import { Informers } from "../informers/informers.ts";
import { memoryClient } from "../testing/memoryClient.ts";
import type { ControllerAbilities } from "./controllerEntry.ts";
import { selectControllers } from "./controllerNames.ts";
import { startControllers } from "./manager.ts";

describe("selectControllers", () => {
  const available = ["namespace-controller", "serviceaccount-controller"];
  it.each([
    [["*"], available],
    [[], []],
    [["namespace-controller"], ["namespace-controller"]],
    [["*", "-namespace-controller"], ["serviceaccount-controller"]],
    [["-namespace-controller"], []],
    [["*", "-garbage-collector-controller"], available],
  ])("%j selects %j", (spec, names) => {
    expect([...selectControllers(spec, available)]).toEqual(names);
  });
  it("rejects unknown controller names", () => {
    expect(() => selectControllers(["*", "-nope"], available)).toThrow('controller "nope" is unknown');
  });
});

describe("startControllers", () => {
  it("runs each controller under its own service account", async () => {
    const identities: Identity[] = [];
    const agents: string[] = [];
    const client = memoryClient();
    await client.create({ group: "", version: "v1", resource: "namespaces" }, { metadata: { name: "n" } });
    const controllers = startControllers({
      spec: ["serviceaccount-controller", "root-ca-certificate-publisher-controller"],
      vocabulary: createVocabulary("orch"),
      clientFor(identity, userAgent) {
        identities.push(identity);
        agents.push(userAgent);
        return client;
      },
      now: () => 0,
      log: { warn: () => undefined },
      rootCa: "PEM",
      informers: new Informers(emptyReader),
      timers: manualTimers(),
    });
    expect(controllers.names).toEqual(["serviceaccount-controller", "root-ca-certificate-publisher-controller"]);
    await controllers.settled();
    await controllers.stop();
    expect(identities.map(({ username }) => username)).toEqual([
      "system:orch-controller-manager",
      "system:serviceaccount:orch-system:service-account-controller",
      "system:serviceaccount:orch-system:root-ca-cert-publisher",
    ]);
    expect(agents).toEqual([
      expect.stringMatching(/^orch-controller-manager\/v1\.[\d.]+$/),
      expect.stringMatching(
        /^orch-controller-manager\/v[\d.]+\/system:serviceaccount:orch-system:service-account-controller$/,
      ),
      expect.stringMatching(
        /^orch-controller-manager\/v[\d.]+\/system:serviceaccount:orch-system:root-ca-cert-publisher$/,
      ),
    ]);
    expect(identities[1]?.groups).toEqual([
      "system:serviceaccounts",
      "system:serviceaccounts:orch-system",
      "system:authenticated",
    ]);
    expect(client.calls.map(({ verb, ref }) => `${verb} ${ref.resource}`).sort()).toEqual([
      "create configmaps",
      "create namespaces",
      "create serviceaccounts",
    ]);
  });

  it("skips controllers whose keys are missing, and runs one under the manager's own identity", async () => {
    const start = (abilities?: ControllerAbilities) => {
      const usernames: string[] = [];
      const controllers = startControllers({
        spec: ["serviceaccount-token-controller", "certificatesigningrequest-signing-controller"],
        vocabulary: createVocabulary(),
        clientFor(identity) {
          usernames.push(identity.username);
          return memoryClient();
        },
        now: () => 0,
        log: { warn: () => undefined },
        rootCa: "PEM",
        informers: new Informers(emptyReader),
        timers: manualTimers(),
        ...(abilities === undefined ? {} : { abilities }),
      });
      return { controllers, usernames };
    };
    const without = start();
    expect(without.controllers.names).toEqual([]);
    const signing = { authority: { certificate: "", key: "" }, duration: 1 };
    const complete = start({ signing, signToken: async () => "token", legacyTokenPeriod: 1 });
    expect(complete.controllers.names).toHaveLength(2);
    expect(complete.usernames).toEqual([
      "system:kube-controller-manager",
      "system:serviceaccount:kube-system:certificate-controller",
    ]);
    await Promise.all([without.controllers.stop(), complete.controllers.stop()]);
  });

  it("logs the object for which a controller failed", async () => {
    const lines: string[] = [];
    const client = memoryClient();
    await client.create({ group: "", version: "v1", resource: "namespaces" }, { metadata: { name: "n" } });
    client.failNext("create", new Error("the disk is full"));
    const controllers = startControllers({
      spec: ["serviceaccount-controller"],
      vocabulary: createVocabulary(),
      clientFor: () => client,
      now: () => 0,
      log: createLog(0, { write: (line: string) => void lines.push(line) }),
      rootCa: "PEM",
      informers: new Informers(emptyReader),
      timers: manualTimers(),
    });
    await vi.waitFor(() => expect(lines).not.toEqual([]));
    await controllers.stop();
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      controller: "serviceaccount-controller",
      object: "/n",
      err: { message: "the disk is full" },
    });
  });

  it("starts no controllers when none are selected", async () => {
    const controllers = startControllers({
      spec: [],
      vocabulary: createVocabulary(),
      clientFor: () => memoryClient(),
      now: () => 0,
      log: { warn: () => undefined },
      rootCa: "",
      informers: new Informers(emptyReader),
    });
    expect(controllers.names).toEqual([]);
    await controllers.stop();
  });
});
