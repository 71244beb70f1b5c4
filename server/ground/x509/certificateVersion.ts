/**
 * Whether a certificate is of version 1, which has no version field and cannot declare itself an authority. The
 * simplest way to create an authority by hand still produces such certificates.
 * @param der the certificate: a sequence that begins with a sequence, whose first member is the tagged version, or else
 *   the serial number
 */
export function isFirstVersion(der: Uint8Array): boolean {
  const headerLength = (at: number): number => {
    const length = der[at + 1] ?? 0;
    return 2 + (length > 0x80 ? length - 0x80 : 0);
  };
  const inner = headerLength(0);
  return der[inner + headerLength(inner)] === 0x02;
}
