import type { ApiObject } from "../../../../../shared/object.ts";
import type { TestAnswer } from "../../../../testing/httpClient.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../../../../testing/testServer.ts";
import { type HookServer, startHookServer } from "../../../webhook/testing/hookServer.ts";
import type { WebhookDeclaration } from "../webhook.ts";

/** The `request` of a received review. */
export interface Reviewed {
  readonly uid: string;
  readonly kind: object;
  readonly resource: object;
  readonly name?: string;
  readonly namespace?: string;
  readonly operation: string;
  readonly object: ApiObject | null;
  readonly oldObject: ApiObject | null;
  readonly [field: string]: unknown;
}

/** A server, and a webhook server whose responses tests define by path. */
export interface WebhookFixture {
  readonly server: TestServer;
  readonly hook: HookServer;
  /** Registers webhooks at `https://<hook>/<name>`; `answer` defines their responses. */
  register(
    kind: "Mutating" | "Validating",
    webhooks: readonly (WebhookDeclaration & { readonly name: string })[],
    name?: string,
  ): Promise<void>;
  /**
   * Defines the response of a webhook: the review response without its uid, `true` to allow, or anything with a `text`
   * that the hook server sends unchanged.
   */
  answer(name: string, make: (request: Reviewed) => object | true | "hang"): void;
  /** The reviews that the webhook has received, oldest first. */
  reviews(name: string): Reviewed[];
  /** Removes all configurations and clears the received reviews. */
  reset(): Promise<void>;
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  stop(): Promise<void>;
}

/** A mutating webhook's response with these operations as its patch. */
export const patching = (...operations: object[]): object => ({
  allowed: true,
  patchType: "JSONPatch",
  patch: Buffer.from(JSON.stringify(operations)).toString("base64"),
});

const GROUP = "/apis/admissionregistration.k8s.io/v1";
const plural = (kind: string): string => `${kind.toLowerCase()}webhookconfigurations`;

export async function startWebhookFixture(options: TestServerOptions = {}): Promise<WebhookFixture> {
  const [server, hook] = await Promise.all([startTestServer(options), startHookServer()]);
  const answers = new Map<string, (request: Reviewed) => object | true | "hang">();
  const nameOf = (path: string): string => path.slice(1).split("?")[0] ?? "";
  hook.answer(({ path, body }) => {
    const request = body["request"] as Reviewed;
    const made = answers.get(nameOf(path))?.(request) ?? true;
    if (made === "hang" || (made !== true && "text" in made)) return made;
    const response = made === true ? { allowed: true } : made;
    return { apiVersion: body["apiVersion"], kind: "AdmissionReview", response: { uid: request.uid, ...response } };
  });
  const request: WebhookFixture["request"] = (method, path, body, headers = {}) =>
    server.request(method, path, { ...(body === undefined ? {} : { body }), headers });
  return {
    server,
    hook,
    request,
    async register(kind, webhooks, name = "config") {
      const answer = await request("POST", `${GROUP}/${plural(kind)}`, {
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: `${kind}WebhookConfiguration`,
        metadata: { name },
        webhooks: webhooks.map((webhook) => ({
          clientConfig: {
            url: `${hook.url}/${webhook.name}`,
            caBundle: Buffer.from(hook.ca).toString("base64"),
          },
          rules: [{ operations: ["*"], apiGroups: [""], apiVersions: ["*"], resources: ["configmaps"] }],
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
          ...webhook,
        })),
      });
      if (answer.status !== 201) throw new Error(answer.text);
    },
    answer: (name, make) => void answers.set(name, make),
    reviews: (name) =>
      hook.received.filter(({ path }) => nameOf(path) === name).map(({ body }) => body["request"] as Reviewed),
    async reset() {
      for (const kind of ["Mutating", "Validating"]) await request("DELETE", `${GROUP}/${plural(kind)}`);
      answers.clear();
      hook.received.length = 0;
    },
    async stop() {
      await server.stop();
      await hook.stop();
    },
  };
}
