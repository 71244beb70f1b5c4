/** One manifest before and after. */
export interface Sample {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** A manifest of a name of its own. @param after the apiVersion that it gets, with the two bodies */
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

/** Of which only the apiVersion changes. */
export const same = (before: readonly [string, string], after: string, body: object = {}): Sample =>
  sample(before, after, [body, body]);
