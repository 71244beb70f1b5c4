import { Button } from "../ui/Button.tsx";
import { useCopy } from "../ui/useCopy.ts";
import "./CopyLine.css";

/** A named line of text with a button to copy it; renders nothing for an empty text. */
export function CopyLine({ name, value, label }: { name: string; value: string; label: string }) {
  const copy = useCopy();
  if (value === "") return null;
  return (
    <div className="copyLine">
      <dt>{name}</dt>
      <dd>
        <span className="mono" data-tip={value}>
          {value}
        </span>
        <Button variant="quiet" icon="copy" aria-label={label} onClick={() => copy(value)} />
      </dd>
    </div>
  );
}
