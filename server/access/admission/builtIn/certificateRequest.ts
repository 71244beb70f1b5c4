import { decodeCertificateRequest } from "../../../../shared/x509/certificateRequest.ts";

/**
 * The organizations in the subject of a certificate request: those that a certificate would have.
 * @param request base64 of the PEM, as the API carries it
 * @returns none when it cannot be parsed: validation tells what is wrong with it
 */
export function certificateRequestOrganizations(request: string): readonly string[] {
  try {
    return decodeCertificateRequest(request).organizations;
  } catch {
    return [];
  }
}
