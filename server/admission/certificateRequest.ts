import { provideReflectMetadata } from "../authentication/reflectMetadata.ts";

/**
 * The organizations in the subject of a certificate request.
 * @param request base64 of the PEM, as the API carries it
 * @returns none when it cannot be parsed: validation tells what is wrong with it
 */
export async function certificateRequestOrganizations(request: string): Promise<string[]> {
  provideReflectMetadata();
  const { Pkcs10CertificateRequest } = await import("@peculiar/x509");
  try {
    const parsed = new Pkcs10CertificateRequest(Buffer.from(request, "base64").toString("utf8"));
    return parsed.subjectName.getField("O");
  } catch {
    return [];
  }
}
