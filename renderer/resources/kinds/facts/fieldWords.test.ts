import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { fields as german, phrases } from "../../../i18n/de/fields.ts";
import { fields as english } from "../../../i18n/en/fields.ts";
import { factsFor } from "./factsFor.ts";
import { fieldLabel } from "./fieldLabel.ts";
import { probeText } from "./podFacts.ts";
import type { Say } from "./say.ts";

/** Names that are the API's own terms, and the same in every language. */
const TERMS = new Set(
  (
    "attacher backend claimRef clientConfig controller distinguisherMethod egress handler host hosts ingress " +
    "images loadBalancer max min name namespace patchType podInfoOnMount ports priorityLevelConfiguration provisioner " +
    "reinvocationPolicy replicas requests service start tls webhooks matchPolicy parameterNotFoundAction"
  ).split(" "),
);

/** The names of facts, tables and columns in the code. */
function namesInCode(): string[] {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const names = new Set<string>();
  for (const file of readdirSync(folder).filter((each) => each.endsWith("Facts.ts"))) {
    const code = readFileSync(`${folder}${file}`, "utf8");
    for (const [, name = ""] of code.matchAll(/\b(?:fact|since|until)\(\s*"([^"]+)"/g)) names.add(name);
    for (const [, path = ""] of code.matchAll(/\b(?:field|flag)\(object, "([^"]+)"/g)) {
      names.add((path.split(".").at(-1) ?? "").replace(/Seconds(?=$|[A-Z])/, ""));
    }
    for (const [, name = "", head = ""] of code.matchAll(/name: "([^"]+)",\s*head: \[([^\]]*)\]/g)) {
      names.add(name);
      for (const [, column = ""] of head.matchAll(/"([^"]+)"/g)) names.add(column);
    }
  }
  return [...names];
}

it("has a word in every language for each name that is no term of the API", () => {
  const names = namesInCode();
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !(name in german) && !TERMS.has(name))).toEqual([]);
});

it("labels fields in English as it labels all others", () => {
  expect(Object.entries(english).filter(([name, label]) => label !== fieldLabel(name))).toEqual([]);
});

const inGerman: Say = (phrase, given = {}) =>
  phrases[phrase].replace(/\{\{(\w+)\}\}/g, (_hole, name: string) => given[name] ?? "");

it("says values in the language of the page", () => {
  expect(probeText({ tcpSocket: { port: 1 }, periodSeconds: 10, failureThreshold: 3 }, inGerman)).toBe(
    "tcp :1, alle 10 s, 3 Fehlschläge",
  );
  const spec = { minReplicas: 2, maxReplicas: 5 };
  const object = { apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler", metadata: { name: "a" }, spec };
  const { facts = [] } = factsFor("autoscaling/horizontalpodautoscalers")?.(object, 0, inGerman) ?? {};
  expect(facts.find(({ name }) => name === "bounds")?.values).toEqual([{ text: "2 bis 5" }]);
});
