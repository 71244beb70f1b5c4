import type { Scenario } from "../scenario.ts";
import { code, settled } from "./workload.ts";

const NAMESPACE = "scenario-job-retries";
const JOBS = `/apis/batch/v1/namespaces/${NAMESPACE}/jobs`;
const job = (name: string, command: string, spec: object) => ({
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name },
  spec: {
    ...spec,
    template: {
      spec: {
        restartPolicy: "Never",
        containers: [{ name: "import", image: "busybox:1.36", command: ["sh", "-c", command] }],
      },
    },
  },
});

/** A job that failed for good, and a job that processes its work in parts. */
export const jobRetries: Scenario = {
  id: "job-retries",
  title: { en: "A job gives up", de: "Ein Job gibt auf" },
  summary: {
    en: "See why a job failed and how often it tried, then have the work done in four parts, two at a time.",
    de: "Sehen Sie, warum ein Job scheiterte und wie oft er es versuchte; dann lassen Sie die Arbeit in vier Teilen tun, zwei zugleich.",
  },
  minutes: 6,
  nodes: 1,
  namespace: NAMESPACE,
  manifests: [job("import", 'echo "cannot read /data/customers.csv" >&2; exit 3', { backoffLimit: 1 })],
  begins: [
    settled("import", `${JOBS}/import`, [{ at: "/status/failed", equals: 2 }, { at: "/status/conditions/*/type" }]),
  ],
  setup: [],
  cleanup: [],
  steps: [
    {
      id: "away",
      title: { en: "Find out and tidy up", de: "Herausfinden und aufräumen" },
      text: [
        {
          en: `The job \`import\` in \`${NAMESPACE}\` has failed: its container ended with code 3, and the job tried again once. The log of its pods says why. Delete the job: its pods go with it.`,
          de: `Der Job \`import\` in \`${NAMESPACE}\` ist fehlgeschlagen: Sein Container endete mit Code 3, und der Job versuchte es noch einmal. Das Log seiner Pods sagt, warum. Löschen Sie den Job: Seine Pods werden mitgelöscht.`,
        },
      ],
      hints: [code("`kubectl logs job/import`"), code("`kubectl delete job import`")],
      checks: [
        {
          says: { en: "The job no longer exists", de: "Den Job gibt es nicht mehr" },
          ask: { method: "GET", path: `${JOBS}/import` },
          status: 404,
        },
      ],
      solution: [{ method: "DELETE", path: `${JOBS}/import?propagationPolicy=Background`, status: 200 }],
    },
    {
      id: "parts",
      title: { en: "Split the work", de: "Die Arbeit aufteilen" },
      text: [
        {
          en: "Make a job `import-parts` that is complete when four pods have succeeded, two at a time. Any command that ends with 0 will do.",
          de: "Legen Sie einen Job `import-parts` an, der fertig ist, wenn vier Pods erfolgreich waren, zwei zugleich. Jeder Befehl, der mit 0 endet, genügt.",
        },
      ],
      hints: [code("`spec.completions`, `spec.parallelism`")],
      checks: [
        {
          says: { en: "Four pods have succeeded, two at a time", de: "Vier Pods waren erfolgreich, zwei zugleich" },
          ask: { method: "GET", path: `${JOBS}/import-parts` },
          status: 200,
          expect: [
            { at: "/spec/completions", equals: 4 },
            { at: "/spec/parallelism", equals: 2 },
            { at: "/status/succeeded", equals: 4 },
            { at: "/status/completionTime" },
          ],
        },
      ],
      solution: [
        {
          method: "POST",
          path: JOBS,
          body: job("import-parts", "echo done", { completions: 4, parallelism: 2 }),
          status: 201,
        },
      ],
    },
  ],
};
