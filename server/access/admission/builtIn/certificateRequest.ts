import { certificateRequestInSteps } from "../../../../shared/x509/certificateRequest.ts";
import { inTurns } from "../../../ground/turns/turns.ts";

/**
 * The organizations in the subject of a certificate request, which the certificate would have.
 * @param request base64 of the PEM, as in the API
 * @returns an empty list when the request cannot be parsed; validation reports the reason
 */
export async function certificateRequestOrganizations(request: string): Promise<readonly string[]> {
  try {
    return (await inTurns(certificateRequestInSteps(request))).organizations;
  } catch {
    return [];
  }
}
