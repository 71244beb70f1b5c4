/** One manifest before and after the conversion. */
export interface Sample {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** A manifest with a unique name. @param after the expected apiVersion, with the bodies before and after */
export const sample = (
  before: readonly [apiVersion: string, kind: string],
  after: string,
  body: readonly [before: object, after: object],
): Sample => {
  const [apiVersion, kind] = before;
  const metadata = { name: `${kind.toLowerCase()}-${apiVersion.replace(/\W/g, "-")}` };
  return {
    before: { apiVersion, kind, metadata, ...body[0] },
    after: { apiVersion: after, kind, ...body[1] },
  };
};

/** A manifest in which only the apiVersion changes. */
export const same = (before: readonly [string, string], after: string, body: object = {}): Sample =>
  sample(before, after, [body, body]);
