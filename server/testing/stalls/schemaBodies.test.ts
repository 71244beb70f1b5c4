import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allDefinitions } from "../../api/resources/all.ts";
import { loadSchema } from "../../model/schema/schema.ts";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { type HostileBody, isWholeSweep, SWEPT, sendHostile } from "./hostileBody.ts";
import { hostileParts, placesIn, withPart } from "./schemaBodies.ts";

/**
 * Lists and maps, and their content, that blocked the event loop for longest before they were processed in steps.
 * `ORRERY_SWEEP=all` sends every list and map of every kind, with all contents, which takes an hour.
 */
const WORST: readonly (readonly [kind: string, path: string, part: string])[] = [
  ["storageclasses", "allowedTopologies", "empty"],
  ["certificatesigningrequests", "spec.usages", "zero"],
  ["validatingadmissionpolicies", "spec.auditAnnotations", "empty"],
  ["limitranges", "spec.limits.[].default", "invalid"],
  ["networkpolicies", "spec.ingress.[].from", "invalid"],
  ["ingresses", "spec.rules.[].http.paths", "empty"],
  ["namespaces", "spec.finalizers", "zero"],
  ["persistentvolumeclaims", "spec.accessModes", "zero"],
  ["subjectaccessreviews", "spec.resourceAttributes.labelSelector.requirements", "empty"],
  ["deployments", "spec.template.spec.initContainers.[].ports", "empty"],
  ["runtimeclasses", "overhead.podFixed", "numbered"],
  ["resourceclaims", "spec.devices.config", "empty"],
  ["pods", "spec.initContainers", "empty"],
];

/** Members that objects of a kind must have, so that the rest of them is examined. */
const NEEDED: Readonly<Record<string, object>> = { bindings: { target: { kind: "Node", name: "n" } } };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ runtimeConfig: { "api/all": "true" } });
  // Without it, pods are refused before they are examined in any other way.
  await server.request("POST", core("default", "serviceaccounts"), { body: { metadata: { name: "default" } } });
});
afterAll(() => server.stop());

const schema = loadSchema();

/** Creates an object of each kind in which one list or map has the maximum size of a body. */
function rows(): HostileBody[] {
  const found: HostileBody[] = [];
  const seen = new Set<string>();
  for (const definition of allDefinitions) {
    if (definition.verbs?.includes("create") === false) continue;
    const { render } = schema.vocabulary;
    const group = render(definition.group);
    const root = group === "" ? `/api/${definition.version}` : `/apis/${group}/${definition.version}`;
    const folder = definition.scope === "Namespaced" ? "/namespaces/default" : "";
    const path = `${root}${folder}/${definition.plural}?dryRun=All`;
    for (const place of placesIn(schema.definition(definition.definition), isWholeSweep ? seen : new Set())) {
      for (const [part, make] of hostileParts(place.node)) {
        const at = place.path.join(".");
        if (!isWholeSweep && !WORST.some((row) => row[0] === definition.plural && row[1] === at && row[2] === part))
          continue;
        const metadata = { name: "x", namespace: folder === "" ? undefined : "default" };
        const base = { metadata, ...NEEDED[definition.plural] };
        found.push({ name: `${path} ${at} ${part}`, path, body: () => withPart(base, place, make()), status: 0 });
      }
    }
  }
  return found;
}

describe("a list or map that fills the body does not delay other clients", () => {
  const all = rows();

  it("has at least one row for each listed kind", () => {
    expect(all.length).toBeGreaterThanOrEqual(WORST.length);
  });

  it.each(all)("$name", { timeout: 120_000 }, async (row) => {
    const { status } = await sendHostile(server, { ...row, limits: SWEPT.limits });
    // Some are stored, most are refused, and all get a proper answer.
    expect([201, 400, 404, 413, 422]).toContain(status);
  });
});
