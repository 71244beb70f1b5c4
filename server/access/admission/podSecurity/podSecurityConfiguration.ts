import { append } from "../../../../shared/collections/append.ts";
import { duplicate, type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { checkLabel } from "../../../ground/formats/names/names.ts";
import { type ConfigurationShape, checkShape } from "../configuration/configurationObject.ts";
import { type LevelVersion, parseLevel, parseVersion } from "./level.ts";
import { type Policy, UNRESTRICTED } from "./policy.ts";

/** The defaults for missing labels, and the exemptions. */
export interface PodSecurityConfiguration {
  readonly defaults: Policy;
  readonly exemptions: {
    readonly usernames: readonly string[];
    readonly namespaces: readonly string[];
    readonly runtimeClasses: readonly string[];
  };
}

export const DEFAULT_CONFIGURATION: PodSecurityConfiguration = {
  defaults: { enforce: UNRESTRICTED, audit: UNRESTRICTED, warn: UNRESTRICTED },
  exemptions: { usernames: [], namespaces: [], runtimeClasses: [] },
};

type Texts = Readonly<Record<string, string | null | undefined>>;
interface Written {
  readonly defaults?: Texts | null;
  readonly exemptions?: Readonly<Record<string, readonly string[] | null | undefined>> | null;
}

const SHAPE = {
  kind: "PodSecurityConfiguration",
  members: {
    defaults: {
      enforce: "text",
      "enforce-version": "text",
      audit: "text",
      "audit-version": "text",
      warn: "text",
      "warn-version": "text",
    },
    exemptions: { usernames: "texts", namespaces: "texts", runtimeClasses: "texts" },
  },
} as const;

const named =
  (check: (name: string) => string[]) =>
  (at: string, item: string): FieldError[] => {
    const problems = check(item);
    return problems.length > 0 ? [invalid(at, item, problems.join(", "))] : [];
  };

/** Reads a `PodSecurityConfiguration`. @throws Error that lists all errors */
export function readPodSecurityConfiguration(
  value: Readonly<Record<string, unknown>>,
  vocabulary: Vocabulary,
): PodSecurityConfiguration {
  const group = vocabulary.render("pod-security.admission.config.{domain}");
  const shape: ConfigurationShape = {
    ...SHAPE,
    strict: true,
    apiVersions: ["v1", "v1beta1", "v1alpha1"].map((v) => `${group}/${v}`),
  };
  checkShape(value, shape);
  const { defaults, exemptions } = value as Written;
  const errors: FieldError[] = [];
  const read = <T extends string | number>(
    name: string,
    parse: (text: string) => T | { readonly problem: string },
    byDefault: T,
  ): T => {
    const text = defaults?.[name];
    if (!text) return byDefault;
    const parsed = parse(text);
    if (typeof parsed !== "object") return parsed;
    errors.push(invalid(`defaults.${name}`, text, parsed.problem));
    return byDefault;
  };
  const mode = (name: string): LevelVersion => ({
    level: read(name, parseLevel, UNRESTRICTED.level),
    version: read(`${name}-version`, parseVersion, UNRESTRICTED.version),
  });
  const list = (name: string, check: (at: string, item: string) => FieldError[]): readonly string[] => {
    const items = exemptions?.[name] ?? [];
    for (const [i, item] of items.entries()) {
      const at = `exemptions.${name}[${i}]`;
      const faults = check(at, item);
      if (faults.length === 0 && items.indexOf(item) !== i) faults.push(duplicate(at, item));
      append(errors, faults);
    }
    return items;
  };
  // Errors are listed in the order in which members are read.
  const [enforce, warn, audit] = [mode("enforce"), mode("warn"), mode("audit")];
  const configuration: PodSecurityConfiguration = {
    defaults: { enforce, audit, warn },
    exemptions: {
      namespaces: list("namespaces", named(checkLabel)),
      runtimeClasses: list("runtimeClasses", named(checkSubdomain)),
      usernames: list("usernames", (at, item) => (item === "" ? [required(at)] : [])),
    },
  };
  if (errors.length > 0) throw new Error(aggregateText(errors.map(({ field, message }) => `${field}: ${message}`)));
  return configuration;
}
