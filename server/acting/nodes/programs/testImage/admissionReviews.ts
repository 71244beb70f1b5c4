import type { PodRequest, PodResponse } from "../../../../api/registry/podAccess.ts";
import { plainText, response } from "../pages.ts";
import type { ProgramStart, ProgramTime } from "../program.ts";

interface Named {
  readonly name?: string;
}

interface Reviewed {
  readonly metadata?: { readonly name?: string; readonly labels?: Readonly<Record<string, string>> };
  readonly data?: Readonly<Record<string, unknown>>;
  readonly spec?: { readonly containers?: readonly Named[]; readonly initContainers?: readonly Named[] };
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

/** A webhook's answer to a request. */
interface Verdict {
  readonly allowed: boolean;
  readonly message?: string;
  /** Denies with a reason instead of a message. */
  readonly reason?: string;
  readonly code?: number;
  /** A JSON patch. */
  readonly patch?: readonly object[];
  /** Milliseconds before the answer; infinite for no answer. */
  readonly delay?: number;
}

const KEY = "webhook-e2e-test";
const UNWANTED = "webhook-disallow";
const KEPT = "webhook-nondeletable";
const YES: Verdict = { allowed: true };
const no = (message: string): Verdict => ({ allowed: false, message });

/** The webhooks of the reference's test image, by path. */
const HOOKS: Readonly<Record<string, (object: Reviewed, request: Request, sidecarImage: string) => Verdict>> = {
  "/always-deny": () => no("this webhook denies all requests"),
  "/always-allow-delay-5s": () => ({ allowed: true, message: "this webhook allows all requests", delay: 5000 }),
  "/add-label": ({ metadata }) => {
    if (metadata?.labels === undefined) return patched("/metadata/labels", { "added-label": "yes" });
    // `add` of a field that exists already replaces it.
    return metadata.labels["added-label"] === "yes" ? YES : patched("/metadata/labels/added-label", "yes");
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
  "/mutating-pods": ({ metadata, spec }) => {
    const added = { image: "webhook-added-image", name: "webhook-added-init-container", resources: {} };
    const isDone = metadata?.name !== "webhook-to-be-mutated" || has(spec?.initContainers, added.name);
    return isDone ? YES : patched("/spec/initContainers", [added]);
  },
  "/mutating-pods-sidecar": ({ spec }, _, image) => {
    if (image === "") return { ...no("No image specified by the sidecar-image parameter"), code: 500 };
    const added = { image, name: "webhook-added-sidecar", resources: {} };
    return has(spec?.containers, added.name) ? YES : patched("/spec/containers/-", added);
  },
  "/configmaps": (object, request) =>
    byData(object, request, { kind: "configmap", unwanted: "the configmap contains unwanted key and value" }),
  "/mutating-configmaps": staged,
  "/custom-resource": (object, request) =>
    byData(object, request, { kind: "custom resource", unwanted: "the custom resource contains unwanted data" }),
  "/mutating-custom-resource": staged,
  "/crd": ({ metadata }) => (metadata?.labels?.[KEY] === UNWANTED ? no("the crd contains unwanted label") : YES),
};

const has = (containers: readonly Named[] | undefined, name: string): boolean =>
  (containers ?? []).some((each) => each.name === name);

/** Denies objects with certain data, and the deletion of objects with certain other data. */
function byData(
  { data }: Reviewed,
  { operation }: Request,
  { kind, unwanted }: { readonly kind: string; readonly unwanted: string },
): Verdict {
  const refused = (reason: string): Verdict => ({ allowed: false, reason });
  if (data?.[KEY] === UNWANTED && (operation === "CREATE" || operation === "UPDATE")) return refused(unwanted);
  if (data?.[KEY] !== KEPT || operation !== "DELETE") return YES;
  return refused(`the ${kind} cannot be deleted because it contains unwanted key and value`);
}

/** A mutation in two stages: the second one requires what the first one has added. */
function staged({ data }: Reviewed): Verdict {
  const patch = [
    ...(data?.["mutation-start"] === "yes" ? [addition("/data/mutation-stage-1", "yes")] : []),
    ...(data?.["mutation-stage-1"] === "yes" ? [addition("/data/mutation-stage-2", "yes")] : []),
  ];
  return patch.length === 0 ? YES : { allowed: true, patch };
}

const addition = (path: string, value: unknown): object => ({ op: "add", path, value });
const patched = (path: string, value: unknown): Verdict => ({ allowed: true, patch: [addition(path, value)] });

/**
 * Answers admission reviews as the reference's test image does.
 * @param sidecarImage image of the container that is added to pods; empty for none
 */
export const admissionReviews =
  (sidecarImage: string) =>
  (request: PodRequest, { time }: ProgramStart): Promise<PodResponse> =>
    review(request, time, sidecarImage);

async function review({ path, body }: PodRequest, time: ProgramTime, sidecarImage: string): Promise<PodResponse> {
  const [where = ""] = path.split("?");
  if (where === "/readyz") return plainText(200, "ok");
  const judge = Object.hasOwn(HOOKS, where) ? HOOKS[where] : undefined;
  if (judge === undefined) return plainText(404, "404 page not found\n");
  const asked = readReview(body);
  if (asked === undefined) return plainText(400, "expected an AdmissionReview");
  const { apiVersion, request } = asked;
  // For a deletion, the object is in `oldObject`.
  const object = (request.operation === "DELETE" ? request.oldObject : request.object) ?? {};
  const { allowed, message, reason, code, patch, delay = 0 } = judge(object, request, sidecarImage);
  if (delay === Number.POSITIVE_INFINITY) return new Promise(() => undefined);
  if (delay > 0) await time.sleep(delay);
  const answer = {
    uid: request.uid,
    allowed,
    ...(message === undefined && reason === undefined ? {} : { status: { message, reason, code } }),
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
