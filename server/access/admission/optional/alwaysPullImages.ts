import { notSupported } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError } from "../../../../shared/status.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { isAbout, refusal } from "../requests.ts";

interface Container {
  readonly image?: string;
  imagePullPolicy?: string;
}
interface Spec {
  readonly initContainers?: readonly Container[];
  readonly containers?: readonly Container[];
  readonly ephemeralContainers?: readonly Container[];
  readonly volumes?: readonly { readonly image?: { pullPolicy?: string } }[];
}

const LISTS = ["initContainers", "containers", "ephemeralContainers"] as const;
const specOf = (pod: ApiObject | undefined): Spec => (pod?.["spec"] ?? {}) as Spec;
const imagesOf = (spec: Spec): (string | undefined)[] =>
  LISTS.flatMap((list) => (spec[list] ?? []).map(({ image }) => image));

/** Forces an image pull for every pod, so that a user cannot run a private image just because a node already has it. */
export const alwaysPullImages = (): AdmissionPlugin => ({
  name: "AlwaysPullImages",
  handles: (request) =>
    isAbout(request, "pods") &&
    (request.operation === "CREATE" || (request.operation === "UPDATE" && hasNewImage(request))),
  admit({ object }) {
    const spec = specOf(object);
    for (const container of LISTS.flatMap((list) => spec[list] ?? [])) container.imagePullPolicy = "Always";
    for (const { image } of spec.volumes ?? []) if (image) image.pullPolicy = "Always";
  },
  validate(request) {
    const spec = specOf(request.object);
    const problems: string[] = [];
    for (const list of LISTS) {
      for (const [i, { imagePullPolicy }] of (spec[list] ?? []).entries()) {
        if (imagePullPolicy === "Always") continue;
        const at = `spec.${list}[${i}].imagePullPolicy`;
        const { field, message } = notSupported(at, imagePullPolicy ?? "", ["Always"]);
        problems.push(refusal(request, `${field}: ${message}`).message);
      }
    }
    // The reference responds with 500 here, because it joins its refusals to a plain error.
    if (problems.length > 0) throw new ApiError(500, "", aggregateText(problems));
  },
});

function hasNewImage({ object, oldObject }: AdmissionRequest): boolean {
  const known = new Set(imagesOf(specOf(oldObject)));
  return imagesOf(specOf(object)).some((image) => !known.has(image));
}
