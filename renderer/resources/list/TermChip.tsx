import { Icon } from "../../ui/Icon.tsx";
import "../overview/LabelChips.css";
import "./TermChip.css";

export interface TermChipProps {
  /** What the term restricts. */
  label: string;
  term: string;
  /** Accessible name of the button that removes the term. */
  removeLabel: string;
  onRemove(): void;
  testId: string;
}

/** A restriction of a list, with a button that removes it. An item of a list with the class `chips`. */
export function TermChip({ label, term, removeLabel, onRemove, testId }: TermChipProps) {
  return (
    <li className="chip termChip" data-testid={testId}>
      <span className="chipKey">{label}</span>
      <span className="chipValue">{term}</span>
      <button type="button" aria-label={removeLabel} onClick={onRemove}>
        <Icon name="close" size={11} />
      </button>
    </li>
  );
}
