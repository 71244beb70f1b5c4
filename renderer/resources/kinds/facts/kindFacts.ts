/** The most important facts of a kind as data, which a view renders and tests can check. */
import { formatSpan } from "../../../ui/age/formatSpan.ts";
import { isFields } from "../read.ts";

/** Another object that a fact refers to. */
export interface Reference {
  /** Empty for the core group; undefined for any. */
  readonly group?: string | undefined;
  /** Plural as in paths; if it is absent, `kind` is set. */
  readonly resource?: string;
  readonly kind?: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
}

/** Pods that a fact selects. */
export interface Selection {
  readonly namespace: string;
  /** Label selector in its query form. */
  readonly labels: string;
}

export interface FactValue {
  readonly text: string;
  readonly to?: Reference;
  readonly pods?: Selection;
  /** RFC 3339; the view shows the time passed since then. */
  readonly time?: string;
  /** Milliseconds since the epoch, usually in the future; the view shows the remaining time and the moment. */
  readonly due?: number;
  readonly tone?: "good" | "warn" | "bad";
}

/** A field with its values. Fields have the names of the API. */
export interface Fact {
  readonly name: string;
  readonly values: readonly FactValue[];
}

/** A list of entries with the same fields. */
export interface FactRows {
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly FactValue[])[];
}

export interface KindFacts {
  readonly facts: readonly Fact[];
  readonly tables: readonly FactRows[];
  /** The pods that the object is about, which the view lists. */
  readonly pods?: Selection;
}

export const plain = (text: string): FactValue => ({ text });

/** A fact with plain texts; the view omits empty ones. */
export const fact = (name: string, ...values: readonly (string | FactValue)[]): Fact => ({
  name,
  values: values.flatMap((value) => {
    const whole = typeof value === "string" ? plain(value) : value;
    return whole.text === "" ? [] : [whole];
  }),
});

/** Matches the names of fields in seconds: `expirationSeconds`, `ttlSecondsAfterFinished`. */
const SECONDS = /Seconds(?=$|[A-Z])/;

/**
 * A field of the object, labelled with the last name in its path. If the name says that the value is in seconds, it is
 * shown as a time span, and the unit is removed from the name.
 *
 * @example fieldFact("spec.expirationSeconds", "86400") // expiration: 1d
 */
export function fieldFact(path: string, text: string): Fact {
  const name = path.split(".").at(-1) ?? path;
  if (!SECONDS.test(name) || !/^\d+$/.test(text)) return fact(name, text);
  return fact(name.replace(SECONDS, ""), formatSpan(Number(text)));
}

/** A fact that is a past moment. @param time RFC 3339; empty for none */
export const since = (name: string, time: string): Fact => fact(name, time === "" ? "" : { text: time, time });

/** A fact that is a future moment. @param due milliseconds since the epoch; undefined for none */
export const until = (name: string, due: number | undefined, tone?: FactValue["tone"]): Fact =>
  fact(
    name,
    due === undefined ? "" : { text: new Date(due).toISOString(), due, ...(tone === undefined ? {} : { tone }) },
  );

/** A value with a link to another object. */
export const link = (text: string, to: Omit<Reference, "name"> & { readonly name?: string }): FactValue =>
  text === "" ? plain("") : { text, to: { name: text, ...to } };

/** A label selector in its query form; empty for one that selects everything. */
export function selectorOf(selector: unknown): string {
  if (!isFields(selector)) return "";
  const { matchLabels, matchExpressions } = selector;
  const equal = Object.entries(isFields(matchLabels) ? matchLabels : {}).map(
    ([key, value]) => `${key}=${String(value)}`,
  );
  const others = (Array.isArray(matchExpressions) ? matchExpressions : []).filter(isFields).map((each) => {
    const key = String(each["key"]);
    const values = (Array.isArray(each["values"]) ? each["values"] : []).map(String).join(",");
    switch (each["operator"]) {
      case "Exists":
        return key;
      case "DoesNotExist":
        return `!${key}`;
      case "NotIn":
        return `${key} notin (${values})`;
      default:
        return `${key} in (${values})`;
    }
  });
  return [...equal, ...others].join(",");
}
