import type { Scenario } from "../scenario.ts";
import { code, deployment, STRATEGIC_PATCH, service, settled } from "./workload.ts";

const NAMESPACE = "scenario-rollout";
const WEB = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/storefront`;
const image = (name: string) => ({
  spec: { template: { spec: { containers: [{ name: "storefront", image: name }] } } },
});

/** Rolling out a new image, then one that does not exist, and rolling back. */
export const rollout: Scenario = {
  id: "rollout",
  title: { en: "Roll out, and roll back", de: "Ausrollen und zurückrollen" },
  summary: {
    en: "A new image, then one with a typing error: see that old pods go on serving, and go back.",
    de: "Ein neues Image, dann eines mit Tippfehler: Die alten Pods bedienen weiter, und es geht zurück.",
  },
  minutes: 8,
  nodes: 1,
  namespace: NAMESPACE,
  manifests: [deployment({ name: "storefront", replicas: 3, image: "nginx:1.26" }), service("storefront", 80)],
  begins: [settled("storefront", WEB, [{ at: "/status/availableReplicas", equals: 3 }])],
  setup: [],
  cleanup: [],
  steps: [
    {
      id: "out",
      title: { en: "Roll out 1.27", de: "1.27 ausrollen" },
      text: [
        {
          en: `The deployment \`storefront\` in the namespace \`${NAMESPACE}\` runs \`nginx:1.26\`. Change its image to \`nginx:1.27\` and wait until all three pods are new.`,
          de: `Das Deployment \`storefront\` im Namespace \`${NAMESPACE}\` läuft mit \`nginx:1.26\`. Ändern Sie sein Image auf \`nginx:1.27\` und warten Sie, bis alle drei Pods neu sind.`,
        },
      ],
      hints: [
        { en: "The image stands in the pod template.", de: "Das Image steht in der Pod-Vorlage." },
        code("`kubectl set image`, `kubectl rollout status`"),
      ],
      checks: [
        {
          says: { en: "All three pods run `nginx:1.27`", de: "Alle drei Pods laufen mit `nginx:1.27`" },
          ask: { method: "GET", path: WEB },
          status: 200,
          expect: [
            { at: "/spec/template/spec/containers/0/image", equals: "nginx:1.27" },
            { at: "/status/updatedReplicas", equals: 3 },
            { at: "/status/availableReplicas", equals: 3 },
          ],
        },
      ],
      solution: [{ method: "PATCH", path: WEB, contentType: STRATEGIC_PATCH, body: image("nginx:1.27"), status: 200 }],
    },
    {
      id: "typo",
      title: { en: "Roll out a typing error", de: "Einen Tippfehler ausrollen" },
      text: [
        {
          en: "Roll out the image `nginx:missing`, which no registry has. The rollout stops at the first pod that cannot start: the deployment takes away no more old pods than it may.",
          de: "Rollen Sie das Image `nginx:missing` aus, das keine Registry hat. Das Ausrollen bleibt beim ersten Pod stehen, der nicht starten kann: Das Deployment nimmt nicht mehr alte Pods weg, als es darf.",
        },
      ],
      hints: [code("`kubectl get pods --watch`")],
      checks: [
        {
          says: { en: "Pods of the new kind wait, old ones serve", de: "Neue Pods warten, alte bedienen" },
          ask: { method: "GET", path: WEB },
          status: 200,
          expect: [
            { at: "/spec/template/spec/containers/0/image", equals: "nginx:missing" },
            { at: "/status/unavailableReplicas", atLeast: 1 },
            { at: "/status/availableReplicas", atLeast: 2 },
          ],
        },
      ],
      solution: [
        { method: "PATCH", path: WEB, contentType: STRATEGIC_PATCH, body: image("nginx:missing"), status: 200 },
      ],
    },
    {
      id: "back",
      title: { en: "Go back", de: "Zurück" },
      text: [
        {
          en: "Bring back what ran before. The old replica set is still there, so going back is only a change of the template.",
          de: "Bringen Sie zurück, was vorher lief. Das alte ReplicaSet ist noch da; zurückzurollen ändert nur die Vorlage.",
        },
      ],
      hints: [code("`kubectl rollout undo`, `kubectl rollout history`")],
      checks: [
        {
          says: { en: "All three pods run `nginx:1.27` again", de: "Alle drei Pods laufen wieder mit `nginx:1.27`" },
          ask: { method: "GET", path: WEB },
          status: 200,
          expect: [
            { at: "/spec/template/spec/containers/0/image", equals: "nginx:1.27" },
            { at: "/status/availableReplicas", equals: 3 },
            { at: "/status/unavailableReplicas", exists: false },
          ],
        },
      ],
      solution: [{ method: "PATCH", path: WEB, contentType: STRATEGIC_PATCH, body: image("nginx:1.27"), status: 200 }],
    },
  ],
};
