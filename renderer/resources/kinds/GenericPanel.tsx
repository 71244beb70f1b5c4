import { Section } from "../../ui/Section.tsx";
import type { PanelProps } from "./panelProps.ts";
import { ValueTree } from "./ValueTree.tsx";

const SKIPPED = new Set(["apiVersion", "kind", "metadata"]);

/** Any object: spec, status and all other fields, as trees. The page shows its conditions separately. */
export function GenericPanel({ object }: PanelProps) {
  return Object.entries(object)
    .filter(([key, value]) => !SKIPPED.has(key) && typeof value === "object" && value !== null)
    .map(([key, value]) => {
      const { conditions: _conditions, ...rest } = value as Record<string, unknown>;
      const shown = Array.isArray(value) || key !== "status" ? value : rest;
      if (Object.keys(shown as object).length === 0) return null;
      return (
        <Section key={key} title={key}>
          <ValueTree value={shown} />
        </Section>
      );
    });
}
