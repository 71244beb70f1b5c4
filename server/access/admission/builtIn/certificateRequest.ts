import { decodeCertificateRequest } from "../../../../shared/x509/certificateRequest.ts";

/**
 * The organizations in the subject of a certificate request, which the certificate would have.
 * @param request base64 of the PEM, as in the API
 * @returns an empty list when the request cannot be parsed; validation reports the reason
 */
export function certificateRequestOrganizations(request: string): readonly string[] {
  try {
    return decodeCertificateRequest(request).organizations;
  } catch {
    return [];
  }
}
