import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";

/** Otherwise a broken policy could no longer be removed, and users could not ask for their rights. */
const EXEMPT: Readonly<Record<string, readonly string[]>> = {
  admissionregistration: [
    "validatingadmissionpolicies",
    "validatingadmissionpolicybindings",
    "mutatingadmissionpolicies",
    "mutatingadmissionpolicybindings",
  ],
  authentication: ["selfsubjectreviews", "tokenreviews"],
  authorization: [
    "localsubjectaccessreviews",
    "selfsubjectaccessreviews",
    "selfsubjectrulesreviews",
    "subjectaccessreviews",
  ],
};

/**
 * Requests that no policy judges: those about policies, and reviews that ask who a user is and what that user may do.
 */
export function exemption(vocabulary: Vocabulary): (request: Pick<AdmissionRequest, "resource">) => boolean {
  const exempt = new Map(
    Object.entries(EXEMPT).map(([group, resources]) => [vocabulary.render(`${group}.{domain}`), new Set(resources)]),
  );
  return ({ resource }) => exempt.get(resource.group)?.has(resource.resource) === true;
}
