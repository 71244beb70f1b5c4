const VERSION = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/;

/**
 * Order of versions in discovery: stable before beta before alpha, newer before older. Names of any other form come
 * last, in alphabetical order.
 *
 * @example ["v1alpha1", "v1", "v2"].sort(compareVersions) // ["v2", "v1", "v1alpha1"]
 */
export function compareVersions(a: string, b: string): number {
  const left = VERSION.exec(a);
  const right = VERSION.exec(b);
  if (left === null || right === null) {
    if (left === null && right === null) return a < b ? -1 : a > b ? 1 : 0;
    return left === null ? 1 : -1;
  }
  const stability = rank(right[2]) - rank(left[2]);
  if (stability !== 0) return stability;
  return Number(right[1]) - Number(left[1]) || Number(right[3] ?? 0) - Number(left[3] ?? 0);
}

const rank = (stage: string | undefined): number => (stage === undefined ? 2 : stage === "beta" ? 1 : 0);
