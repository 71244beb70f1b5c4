import { useTranslation } from "react-i18next";
import { Segmented } from "../ui/forms/Segmented.tsx";
import type { EditedPart } from "./writeWays.ts";
import "./PartChoice.css";

/** The option for all fields that are not written through a subresource. */
const WHOLE = "object";

export interface PartChoiceProps {
  part: EditedPart;
  parts: readonly EditedPart[];
  onPart(part: EditedPart): void;
}

/** Chooses what to edit: the object, or a part of it that is written through a subresource. */
export function PartChoice({ part, parts, onPart }: PartChoiceProps) {
  const { t } = useTranslation();
  if (parts.length < 2) return null;
  return (
    <div className="partChoice">
      <Segmented<Exclude<EditedPart, ""> | typeof WHOLE>
        label={t("write.part")}
        value={part || WHOLE}
        options={parts.map((each) => ({ value: each || WHOLE, label: t(`write.part_${each || WHOLE}`) }))}
        onChange={(chosen) => onPart(chosen === WHOLE ? "" : chosen)}
        testId="part"
      />
    </div>
  );
}
