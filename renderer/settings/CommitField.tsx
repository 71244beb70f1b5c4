import { useEffect, useId, useRef, useState } from "react";
import "./CommitField.css";

export interface CommitFieldProps {
  /** The accessible name; the adjacent text already shows it. */
  label: string;
  value: string;
  /** Accepts the text, or returns an error. */
  onCommit(text: string): string | undefined;
  type?: "text" | "number" | "url";
  placeholder?: string;
  min?: number;
  max?: number;
  maxLength?: number;
  testId?: string;
}

/** A single-line text field that is committed on blur or Enter; Esc reverts it. */
export function CommitField({ label, value, onCommit, testId, ...input }: CommitFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState(value);
  const [problem, setProblem] = useState<string>();
  const isCancelled = useRef(false);
  useEffect(() => {
    setDraft(value);
    setProblem(undefined);
  }, [value]);
  const commit = (): void => {
    if (isCancelled.current || draft === value) {
      isCancelled.current = false;
      setProblem(undefined);
      return;
    }
    const newProblem = onCommit(draft.trim());
    setProblem(newProblem);
    if (newProblem === undefined) setDraft(draft.trim());
  };
  return (
    <span className="commitField">
      <input
        className="uiInput"
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : id}
        autoComplete="off"
        spellCheck={false}
        {...input}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
          if (event.key !== "Escape") return;
          isCancelled.current = true;
          setDraft(value);
          event.currentTarget.blur();
        }}
        data-testid={testId}
      />
      {problem === undefined ? null : (
        <span className="commitProblem" id={id} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}
