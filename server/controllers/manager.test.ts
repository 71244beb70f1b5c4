import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../shared/vocabulary.ts";
import type { Identity } from "../authentication/identity.ts";
import { selectControllers } from "./controllerNames.ts";
import { startControllers } from "./manager.ts";
import { manualTimers } from "./testing/manualTimers.ts";
import { memoryClient } from "./testing/memoryClient.ts";

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
  it("refuses names that no controller has", () => {
    expect(() => selectControllers(["*", "-nope"], available)).toThrow('controller "nope" is unknown');
  });
});

describe("startControllers", () => {
  it("runs each controller under its own service account", async () => {
    const identities: Identity[] = [];
    const client = memoryClient();
    await client.create({ group: "", version: "v1", resource: "namespaces" }, { metadata: { name: "n" } });
    const controllers = startControllers({
      spec: ["serviceaccount-controller", "root-ca-certificate-publisher-controller"],
      vocabulary: createVocabulary("orch"),
      clientFor(identity) {
        identities.push(identity);
        return client;
      },
      now: () => 0,
      log: { warn: () => undefined },
      rootCa: "PEM",
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

  it("starts none when none is asked for", async () => {
    const controllers = startControllers({
      spec: [],
      vocabulary: createVocabulary(),
      clientFor: () => memoryClient(),
      now: () => 0,
      log: { warn: () => undefined },
      rootCa: "",
    });
    expect(controllers.names).toEqual([]);
    await controllers.stop();
  });
});
