import type { Scenario } from "../scenario.ts";
import { code, deployment, STRATEGIC_PATCH, settled } from "./workload.ts";

const NAMESPACE = "scenario-image-pull";
const CATALOGUE = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/catalogue`;

/** An image that cannot be pulled. */
export const imagePull: Scenario = {
  id: "image-pull",
  title: { en: "An image that is not there", de: "Ein Image gibt es nicht" },
  summary: {
    en: "ImagePullBackOff: find the reason in the Events and name an image that exists.",
    de: "ImagePullBackOff: Finden Sie den Grund in den Events und nennen Sie ein Image, das es gibt.",
  },
  minutes: 4,
  nodes: 1,
  namespace: NAMESPACE,
  manifests: [deployment({ name: "catalogue", replicas: 2, image: "redis:does-not-exist" })],
  begins: [settled("catalogue", CATALOGUE, [{ at: "/status/unavailableReplicas", equals: 2 }])],
  setup: [],
  cleanup: [],
  steps: [
    {
      id: "repair",
      title: { en: "Name another image", de: "Ein anderes Image nennen" },
      text: [
        {
          en: `Both pods of \`catalogue\` in \`${NAMESPACE}\` wait for their image. Change it to \`redis:7.4\`.`,
          de: `Beide Pods von \`catalogue\` in \`${NAMESPACE}\` warten auf ihr Image. Ändern Sie es auf \`redis:7.4\`.`,
        },
      ],
      hints: [code("`kubectl describe pod`"), code("`kubectl set image`")],
      checks: [
        {
          says: { en: "Both pods run `redis:7.4`", de: "Beide Pods laufen mit `redis:7.4`" },
          ask: { method: "GET", path: CATALOGUE },
          status: 200,
          expect: [
            { at: "/spec/template/spec/containers/0/image", equals: "redis:7.4" },
            { at: "/status/updatedReplicas", equals: 2 },
            { at: "/status/availableReplicas", equals: 2 },
          ],
        },
      ],
      solution: [
        {
          method: "PATCH",
          path: CATALOGUE,
          contentType: STRATEGIC_PATCH,
          body: { spec: { template: { spec: { containers: [{ name: "catalogue", image: "redis:7.4" }] } } } },
          status: 200,
        },
      ],
    },
  ],
};
