import { useTranslation } from "react-i18next";
import { useShownChoice } from "../ui/forms/useShownChoice.ts";
import type { EditedPart } from "./writeWays.ts";
import "../ui/forms/segments.css";
import "./PartChoice.css";

export interface PartChoiceProps {
  part: EditedPart;
  parts: readonly EditedPart[];
  onPart(part: EditedPart): void;
}

/** Chooses what to edit: the object, or a part of it that is written through a subresource. */
export function PartChoice({ part, parts, onPart }: PartChoiceProps) {
  const { t } = useTranslation();
  const [shown, choose] = useShownChoice(part, onPart);
  if (parts.length < 2) return null;
  return (
    <fieldset className="segments partChoice">
      <legend className="visuallyHidden">{t("write.part")}</legend>
      {parts.map((each) => (
        <label key={each} className="segment">
          <input
            type="radio"
            name="edited-part"
            checked={shown === each}
            onChange={() => choose(each)}
            data-testid={`part-${each || "object"}`}
          />
          <span>{t(`write.part_${each || "object"}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
