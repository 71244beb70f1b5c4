import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";

/** Without these exemptions, a broken policy could not be removed, and users could not query their permissions. */
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

/** Requests that no policy applies to: those for policies, and reviews about users and their permissions. */
export function exemption(vocabulary: Vocabulary): (request: Pick<AdmissionRequest, "resource">) => boolean {
  const exempt = new Map(
    Object.entries(EXEMPT).map(([group, resources]) => [vocabulary.render(`${group}.{domain}`), new Set(resources)]),
  );
  return ({ resource }) => exempt.get(resource.group)?.has(resource.resource) === true;
}
