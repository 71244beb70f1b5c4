import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import { Dot } from "../../ui/Badge.tsx";
import { Property, Section } from "../../ui/Section.tsx";
import { toneOf } from "../tone.ts";
import { summaryOf } from "./summary.ts";

/** The object's scalar fields, by path. */
export function Summary({ object }: { object: ApiObject }) {
  const { t } = useTranslation();
  const entries = summaryOf(object);
  if (entries.length === 0) return null;
  return (
    <Section title={t("object.spec")}>
      <dl>
        {entries.map(({ path, text }) => {
          const tone = toneOf(path.split(".").pop() ?? "", text);
          return (
            <Property key={path} name={path}>
              {tone === undefined ? null : <Dot tone={tone} />} {text}
            </Property>
          );
        })}
      </dl>
    </Section>
  );
}
