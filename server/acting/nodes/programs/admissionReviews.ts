import type { PodRequest, PodResponse } from "../../../api/registry/podDoors.ts";
import { plainText, response } from "./pages.ts";
import type { ProgramStart } from "./program.ts";

interface Reviewed {
  readonly metadata?: { readonly name?: string; readonly labels?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, unknown>>;
  readonly spec?: { readonly containers?: readonly { readonly name?: string }[] };
  readonly stdin?: boolean;
  readonly container?: string;
}

interface Request {
  readonly uid: string;
  readonly operation: string;
  readonly name?: string;
  readonly object?: Reviewed | null;
  readonly oldObject?: Reviewed | null;
}

/** What a webhook says of a request. */
interface Verdict {
  readonly allowed: boolean;
  readonly message?: string;
  /** A JSON patch. */
  readonly patch?: readonly object[];
  /** Milliseconds before it says so; infinite for never. */
  readonly delay?: number;
}

const KEY = "webhook-e2e-test";
const UNWANTED = "webhook-disallow";
const YES: Verdict = { allowed: true };
const no = (message: string): Verdict => ({ allowed: false, message });

/** The webhooks of the reference's test image, by their paths. */
const HOOKS: Readonly<Record<string, (object: Reviewed, request: Request) => Verdict>> = {
  "/always-deny": () => no("this webhook denies all requests"),
  "/always-allow-delay-5s": () => ({ allowed: true, message: "this webhook allows all requests", delay: 5000 }),
  "/add-label": ({ metadata }) => {
    if (metadata?.labels === undefined) return patched("/metadata/labels", { "added-label": "yes" });
    return metadata.labels["added-label"] === undefined ? patched("/metadata/labels/added-label", "yes") : YES;
  },
  "/pods": ({ metadata, spec }) => {
    const label = metadata?.labels?.[KEY];
    if (label === "wait-forever") return { allowed: false, delay: Number.POSITIVE_INFINITY };
    const reasons = [
      ...(label === UNWANTED ? ["the pod contains unwanted label;"] : []),
      ...(spec?.containers ?? []).flatMap(({ name = "" }) =>
        name.includes(UNWANTED) ? ["the pod contains unwanted container name;"] : [],
      ),
    ];
    return reasons.length === 0 ? YES : no(reasons.join(" "));
  },
  "/pods/attach": ({ stdin, container }, { name }) =>
    name === "to-be-attached-pod" && stdin === true && container === "container1"
      ? no("attaching to pod 'to-be-attached-pod' is not allowed")
      : YES,
  "/mutating-pods": ({ metadata }) => {
    const added = { image: "webhook-added-image", name: "webhook-added-init-container", resources: {} };
    return metadata?.name === "webhook-to-be-mutated" ? patched("/spec/initContainers", [added]) : YES;
  },
  "/configmaps": ({ data }) => (data?.[KEY] === UNWANTED ? no("the configmap contains unwanted key and value") : YES),
  "/mutating-configmaps": staged,
  "/custom-resource": ({ data }) => (data?.[KEY] === UNWANTED ? no("the custom resource contains unwanted data") : YES),
  "/mutating-custom-resource": staged,
  "/crd": ({ metadata }) => (metadata?.labels?.[KEY] === UNWANTED ? no("the crd contains unwanted label") : YES),
};

/** Two steps, of which the second looks for what the first has added. */
function staged({ data }: Reviewed): Verdict {
  const patch = [
    ...(data?.["mutation-start"] === "yes" ? [addition("/data/mutation-stage-1", "yes")] : []),
    ...(data?.["mutation-stage-1"] === "yes" ? [addition("/data/mutation-stage-2", "yes")] : []),
  ];
  return patch.length === 0 ? YES : { allowed: true, patch };
}

const addition = (path: string, value: unknown): object => ({ op: "add", path, value });
const patched = (path: string, value: unknown): Verdict => ({ allowed: true, patch: [addition(path, value)] });

/** Answers admission reviews as the reference's test image does. */
export async function admissionReviews({ path, body }: PodRequest, { time }: ProgramStart): Promise<PodResponse> {
  const [where = ""] = path.split("?");
  if (where === "/readyz") return plainText(200, "ok");
  const judge = Object.hasOwn(HOOKS, where) ? HOOKS[where] : undefined;
  if (judge === undefined) return plainText(404, "404 page not found\n");
  const review = readReview(body);
  if (review === undefined) return plainText(400, "expected an AdmissionReview");
  const { apiVersion, request } = review;
  // What is deleted is the old object.
  const object = (request.operation === "DELETE" ? request.oldObject : request.object) ?? {};
  const { allowed, message, patch, delay = 0 } = judge(object, request);
  if (delay === Number.POSITIVE_INFINITY) return new Promise(() => undefined);
  if (delay > 0) await time.sleep(delay);
  const answer = {
    uid: request.uid,
    allowed,
    ...(message === undefined ? {} : { status: { message } }),
    ...(patch === undefined
      ? {}
      : { patchType: "JSONPatch", patch: Buffer.from(JSON.stringify(patch)).toString("base64") }),
  };
  const text = JSON.stringify({ apiVersion, kind: "AdmissionReview", response: answer });
  return response(200, "application/json", text);
}

function readReview(body: Uint8Array): { readonly apiVersion: string; readonly request: Request } | undefined {
  try {
    const review = JSON.parse(Buffer.from(body).toString("utf8")) as { apiVersion: string; request?: Request };
    return review.request === undefined ? undefined : { apiVersion: review.apiVersion, request: review.request };
  } catch {
    return undefined;
  }
}
