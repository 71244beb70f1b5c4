import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { shownText } from "../../../shared/text/shownText.ts";
import { wholeUntil } from "../../../shared/text/wholeUntil.ts";
import { useGradually } from "../../ui/useGradually.tsx";
import "./LabelChips.css";

type Entries = readonly (readonly [string, string])[];

/** Labels as chips: key, then value. */
export function LabelChips({ entries }: { entries: Entries }) {
  const { shown, more } = useGradually(entries);
  return (
    <>
      <ul className="chips">
        {shown.map(([key, value]) => (
          <li className="chip" key={key}>
            <span className="chipKey">{key}</span>
            <span className="chipValue">{shownText(value)}</span>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

const LONG = 160;

function LongText({ text: whole }: { text: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const text = useMemo(() => shownText(whole), [whole]);
  const end = wholeUntil(text, LONG);
  if (text.length <= end) return <span className="mono">{text}</span>;
  return (
    <>
      <span className="mono">{open ? text : `${text.slice(0, end)}…`}</span>{" "}
      {open ? null : (
        <button type="button" className="linkButton" onClick={() => setOpen(true)}>
          {t("object.showMore", { count: text.length })}
        </button>
      )}
    </>
  );
}

/** Annotations: keys above values; long values are shortened until the user expands them. */
export function TextMap({ entries }: { entries: Entries }) {
  const { shown, more } = useGradually(entries);
  return (
    <>
      <dl className="textMap">
        {shown.map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>
              <LongText text={value} />
            </dd>
          </div>
        ))}
      </dl>
      {more}
    </>
  );
}
