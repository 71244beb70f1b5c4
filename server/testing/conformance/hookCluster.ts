import { type HookServer, startHookServer } from "../../access/webhook/testing/hookServer.ts";
import type { TestServerOptions } from "../testServer.ts";
import type { ApiPlace } from "./apiPlace.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "./clusterUnderTest.ts";

export const ADMISSION = "admissionregistration.k8s.io/v1";

/** The request of an admission review. */
export interface Reviewed {
  readonly uid: string;
  readonly operation: string;
  readonly object: Record<string, unknown> | null;
  readonly oldObject: Record<string, unknown> | null;
}

/** A cluster, and a webhook server for it. */
export interface HookCluster extends ClusterUnderTest {
  readonly hook: HookServer;
  /** Sets the answer of the webhook at a path; `hang` sends no answer. */
  answer(path: string, make: (request: Reviewed) => object | "hang"): void;
  /** An admission response that changes the object by a JSON patch. */
  patching(...operations: object[]): object;
  /** The client configuration for the webhook at a path. */
  clientConfig(path: string): { readonly url: string; readonly caBundle: string };
  /**
   * Registers a configuration with webhooks at these paths. They apply to creations of config maps in the namespace,
   * unless a webhook defines other rules.
   * @returns its name
   */
  register(
    place: ApiPlace,
    kind: "Mutating" | "Validating",
    paths: readonly string[],
    webhook?: object,
    labels?: object,
  ): Promise<string>;
}

export async function startHookCluster(options: TestServerOptions = {}): Promise<HookCluster> {
  const [cluster, hook] = await Promise.all([
    startClusterUnderTest({ simulatedNodes: 0, ...options }),
    startHookServer(),
  ]);
  const answers = new Map<string, (request: Reviewed) => object | "hang">();
  hook.answer(({ path, body }) => {
    const request = body["request"] as Reviewed;
    const response = answers.get(path.split("?")[0] ?? "")?.(request) ?? { allowed: true };
    if (response === "hang") return response;
    return { apiVersion: body["apiVersion"], kind: "AdmissionReview", response: { uid: request.uid, ...response } };
  });
  const clientConfig: HookCluster["clientConfig"] = (path) => ({
    url: hook.url + path,
    caBundle: Buffer.from(hook.ca).toString("base64"),
  });
  let count = 0;
  return {
    ...cluster,
    hook,
    clientConfig,
    answer: (path, make) => void answers.set(path, make),
    patching: (...operations) => ({
      allowed: true,
      patchType: "JSONPatch",
      patch: Buffer.from(JSON.stringify(operations)).toString("base64"),
    }),
    async register({ namespace }, kind, paths, webhook = {}, labels = {}) {
      count += 1;
      const name = `hooks-${count}`;
      await cluster.whole.create(`${ADMISSION}/${kind.toLowerCase()}webhookconfigurations`, {
        metadata: { name, labels },
        webhooks: paths.map((path, index) => ({
          name: `hook-${index}.example.com`,
          clientConfig: clientConfig(path),
          rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
          namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
          sideEffects: "None",
          admissionReviewVersions: ["v1", "v1beta1"],
          timeoutSeconds: 5,
          ...webhook,
        })),
      });
      return name;
    },
    async stop() {
      await Promise.all([cluster.stop(), hook.stop()]);
    },
  };
}
