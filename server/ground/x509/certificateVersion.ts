/**
 * Whether a certificate is of the first version, which has no field for the version and cannot say that it is an
 * authority's: the simplest way to make an authority by hand still makes such ones.
 * @param der the certificate: a sequence that begins with a sequence, whose first member is the version, tagged, or else
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
