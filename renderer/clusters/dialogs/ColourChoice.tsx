import { useId } from "react";
import { useTranslation } from "react-i18next";
import "./ColourChoice.css";

/** From green for harmless clusters to red for critical ones. */
const COLOURS = ["#2f9e7e", "#1f8fa0", "#4f6bed", "#8a5cd1", "#b4478f", "#c2702b", "#b5443f", "#6b7280"];

export interface ColourChoiceProps {
  legend: string;
  /** `#rrggbb`. */
  colour: string;
  onChange(colour: string): void;
}

/** A cluster's colour: one of a few matching ones, or any other. */
export function ColourChoice({ legend, colour, onChange }: ColourChoiceProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className="swatches">
      <legend className="fieldLabel">{legend}</legend>
      {COLOURS.map((one, index) => (
        <label key={one} className="swatch" style={{ background: one }}>
          <input
            type="radio"
            name={name}
            aria-label={t("home.edit.colourNumber", { number: index + 1 })}
            checked={colour === one}
            onChange={() => onChange(one)}
          />
        </label>
      ))}
      <input
        type="color"
        className="swatchOther"
        aria-label={t("home.edit.otherColour")}
        value={/^#[0-9a-f]{6}$/i.test(colour) ? colour : "#000000"}
        onChange={(event) => onChange(event.target.value)}
      />
    </fieldset>
  );
}
