import { aggregateText } from "../../../../shared/aggregateText.ts";
import { duplicate, type FieldError, invalid } from "../../../../shared/fieldError.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { type ConfigurationShape, checkShape } from "../configuration/configurationObject.ts";
import { type LevelVersion, parseLevel, parseVersion } from "./level.ts";
import { NO_DEMANDS, type Policy } from "./policy.ts";

/** What counts where labels say nothing, and who is let off. */
export interface PodSecurityConfiguration {
  readonly defaults: Policy;
  readonly exemptions: {
    readonly usernames: readonly string[];
    readonly namespaces: readonly string[];
    readonly runtimeClasses: readonly string[];
  };
}

export const DEFAULT_CONFIGURATION: PodSecurityConfiguration = {
  defaults: { enforce: NO_DEMANDS, audit: NO_DEMANDS, warn: NO_DEMANDS },
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

/** Reads a `PodSecurityConfiguration`. @throws Error that names every fault */
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
    level: read(name, parseLevel, NO_DEMANDS.level),
    version: read(`${name}-version`, parseVersion, NO_DEMANDS.version),
  });
  const list = (name: string): readonly string[] => {
    const items = exemptions?.[name] ?? [];
    for (const [i, item] of items.entries()) {
      const at = `exemptions.${name}[${i}]`;
      if (item === "") errors.push(invalid(at, item, "must not be empty"));
      else if (items.indexOf(item) !== i) errors.push(duplicate(at, item));
    }
    return items;
  };
  const configuration: PodSecurityConfiguration = {
    defaults: { enforce: mode("enforce"), audit: mode("audit"), warn: mode("warn") },
    exemptions: {
      namespaces: list("namespaces"),
      runtimeClasses: list("runtimeClasses"),
      usernames: list("usernames"),
    },
  };
  if (errors.length > 0) throw new Error(aggregateText(errors.map(({ field, message }) => `${field}: ${message}`)));
  return configuration;
}
