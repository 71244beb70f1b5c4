import { type FieldError, invalid } from "../../../../shared/fieldError.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { compareLevels, type LevelVersion, parseLevel, parseVersion } from "./level.ts";

/** The policy of a namespace for its pods. */
export interface Policy {
  /** Pods that violate this level are refused. */
  readonly enforce: LevelVersion;
  /** Pods that violate this level are marked in the audit log. */
  readonly audit: LevelVersion;
  /** Pods that violate this level cause a warning. */
  readonly warn: LevelVersion;
}

export interface LabelledPolicy {
  /** Never absent: unreadable labels mean the strictest enforcement, without audit and warnings. */
  readonly policy: Policy;
  readonly errors: readonly FieldError[];
}

type Mode = keyof Policy;

/** The level without restrictions. */
export const UNRESTRICTED: LevelVersion = { level: "privileged", version: "latest" };
const UNRESTRICTED_POLICY: Policy = { enforce: UNRESTRICTED, audit: UNRESTRICTED, warn: UNRESTRICTED };

/** Reads the policy of a namespace from its labels; missing labels have the values of `defaults`. */
export function policyReader(
  vocabulary: Vocabulary,
  defaults: Policy = UNRESTRICTED_POLICY,
): (labels: Readonly<Record<string, string>>) => LabelledPolicy {
  const prefix = vocabulary.render("pod-security.{labelDomain}/");
  return (labels) => {
    const errors: FieldError[] = [];
    const read = <T extends string | number>(
      label: string,
      parse: (text: string) => T | { readonly problem: string },
      byDefault: T,
      ifWrong: T,
    ): T => {
      const text = labels[prefix + label];
      if (text === undefined) return byDefault;
      const value = parse(text);
      if (typeof value !== "object") return value;
      errors.push(invalid(`metadata.labels[${prefix}${label}]`, text, value.problem));
      return ifWrong;
    };
    const mode = (name: Mode): LevelVersion => ({
      level: read(name, parseLevel, defaults[name].level, name === "enforce" ? "restricted" : "privileged"),
      version: read(`${name}-version`, parseVersion, defaults[name].version, "latest"),
    });
    const enforce = mode("enforce");
    const enforced =
      labels[`${prefix}enforce`] !== undefined && errors.every(({ field }) => !field.endsWith("/enforce]"));
    const audit = mode("audit");
    const own = mode("warn");
    // Unless a label sets the warning level, a workload gets warnings at the enforced level, if that is stricter.
    const follows = enforced && labels[`${prefix}warn`] === undefined && compareLevels(enforce.level, own.level) > 0;
    const version = labels[`${prefix}warn-version`] === undefined ? enforce.version : own.version;
    return { policy: { enforce, audit, warn: follows ? { level: enforce.level, version } : own }, errors };
  };
}
