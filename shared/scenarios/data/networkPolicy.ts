import type { Scenario } from "../scenario.ts";
import { code, deployment, QUICK_END, service, settled } from "./workload.ts";

const NAMESPACE = "scenario-network-policy";
const POLICIES = `/apis/networking.{domain}/v1/namespaces/${NAMESPACE}/networkpolicies`;
const DEPLOYMENTS = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments`;

/** Pods that are ready as long as they can reach the ledger. */
const client = (name: string) =>
  deployment({
    name,
    replicas: 1,
    pod: QUICK_END,
    image: "busybox:1.36",
    container: {
      command: ["sleep", "infinity"],
      readinessProbe: {
        exec: { command: ["wget", "-q", "-T", "2", "-O", "-", "http://ledger/"] },
        periodSeconds: 1,
        // A shell on a busy machine may need more than a probe's default of one second.
        timeoutSeconds: 10,
        failureThreshold: 1,
      },
    },
  });
const available = (name: string, yes: boolean) => ({
  ask: { method: "GET" as const, path: `${DEPLOYMENTS}/${name}` },
  status: 200,
  expect: [yes ? { at: "/status/availableReplicas", equals: 1 } : { at: "/status/availableReplicas", exists: false }],
});

/** Closing a service to all clients, and opening it to one. */
export const networkPolicy: Scenario = {
  id: "network-policy",
  title: { en: "Close the door", de: "Die Tür schließen" },
  summary: {
    en: "Every pod reaches the ledger. Deny all traffic, then allow only the teller.",
    de: "Jeder Pod erreicht den Service. Verbieten Sie allen Verkehr, und erlauben Sie ihn dann nur einem Client.",
  },
  minutes: 8,
  nodes: 1,
  namespace: NAMESPACE,
  manifests: [deployment({ name: "ledger", replicas: 1 }), service("ledger", 80), client("teller"), client("stranger")],
  begins: ["ledger", "teller", "stranger"].map((name) =>
    settled(name, `${DEPLOYMENTS}/${name}`, [{ at: "/status/availableReplicas", equals: 1 }]),
  ),
  setup: [],
  cleanup: [],
  steps: [
    {
      id: "close",
      title: { en: "Deny all traffic", de: "Allen Verkehr verbieten" },
      text: [
        {
          en: `In \`${NAMESPACE}\`, \`teller\` and \`stranger\` ask \`http://ledger/\` every second; they are ready while they get an answer. Write a network policy that selects the pods of \`ledger\` (label \`app=ledger\`) and allows nothing to come in.`,
          de: `In \`${NAMESPACE}\` fragen \`teller\` und \`stranger\` jede Sekunde \`http://ledger/\`; sie sind bereit, solange sie Antwort bekommen. Schreiben Sie eine NetworkPolicy, die die Pods von \`ledger\` (Label \`app=ledger\`) auswählt und nichts hereinlässt.`,
        },
      ],
      hints: [
        {
          en: "`podSelector`, `policyTypes: [Ingress]`, and no rules",
          de: "`podSelector`, `policyTypes: [Ingress]` und keine Regeln",
        },
      ],
      checks: [
        {
          says: { en: "There is a network policy", de: "Es gibt eine NetworkPolicy" },
          ask: { method: "GET", path: POLICIES },
          status: 200,
          expect: [{ at: "/items/*/metadata/name" }],
        },
        {
          says: { en: "`teller` gets no answer", de: "`teller` bekommt keine Antwort" },
          ...available("teller", false),
        },
        {
          says: { en: "`stranger` gets no answer", de: "`stranger` bekommt keine Antwort" },
          ...available("stranger", false),
        },
        { says: { en: "`ledger` runs", de: "`ledger` läuft" }, ...available("ledger", true) },
      ],
      solution: [
        {
          method: "POST",
          path: POLICIES,
          body: {
            metadata: { name: "ledger-closed" },
            spec: { podSelector: { matchLabels: { app: "ledger" } }, policyTypes: ["Ingress"] },
          },
          status: 201,
        },
      ],
    },
    {
      id: "open",
      title: { en: "Let the teller in", de: "Einen Client zulassen" },
      text: [
        {
          en: "Add a policy that lets the pods of `teller` reach the ledger on port 80. What any policy allows is allowed.",
          de: "Fügen Sie eine Policy hinzu, mit der die Pods von `teller` die von `ledger` auf Port 80 erreichen. Was irgendeine Policy erlaubt, ist erlaubt.",
        },
      ],
      hints: [code("`ingress`: `from`, `podSelector`, `ports`")],
      checks: [
        { says: { en: "`teller` gets an answer", de: "`teller` bekommt Antwort" }, ...available("teller", true) },
        { says: { en: "`stranger` gets none", de: "`stranger` bekommt keine" }, ...available("stranger", false) },
      ],
      solution: [
        {
          method: "POST",
          path: POLICIES,
          body: {
            metadata: { name: "ledger-tellers" },
            spec: {
              podSelector: { matchLabels: { app: "ledger" } },
              policyTypes: ["Ingress"],
              ingress: [{ from: [{ podSelector: { matchLabels: { app: "teller" } } }], ports: [{ port: 80 }] }],
            },
          },
          status: 201,
        },
      ],
    },
  ],
};
