import { Popover } from "radix-ui";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { Segmented } from "../../ui/forms/Segmented.tsx";
import { SuggestInput } from "../../ui/forms/SuggestInput.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { addTerms, removeTerm, type SelectorKind, selectorProblem, splitTerms } from "./selectorTerms.ts";
import "../../ui/layers/popover.css";
import "../overview/LabelChips.css";
import "./SelectorBar.css";
import { Form } from "../../ui/forms/Form.tsx";
import { TermChip } from "./TermChip.tsx";

/** Field selectors that all kinds support. */
const FIELD_TERMS = ["metadata.name=", "metadata.namespace="];

const KINDS: readonly SelectorKind[] = ["label", "field"];

export interface SelectorBarProps {
  labels: string;
  fields: string;
  /** Suggested terms, derived from the rows. */
  suggestions: readonly string[];
  onChange(kind: SelectorKind, selector: string): void;
  /** Further settings of the list's request. */
  children?: ReactNode;
}

function AddForm({ labels, fields, suggestions, onChange, onDone }: SelectorBarProps & { onDone(): void }) {
  const { t } = useTranslation();
  const id = useId();
  const [kind, setKind] = useState<SelectorKind>("label");
  const [text, setText] = useState("");
  const problem = text.trim() === "" ? undefined : selectorProblem(kind, text);
  return (
    <Form
      className="selectorForm"
      onSubmit={() => {
        if (problem !== undefined || text.trim() === "") return;
        onChange(kind, addTerms(kind === "label" ? labels : fields, text));
        onDone();
      }}
    >
      <Segmented<SelectorKind>
        label={t("browse.selectorKind")}
        value={kind}
        options={KINDS.map((value) => ({ value, label: t(`browse.${value}Selector`) }))}
        onChange={setKind}
        testId="selector-kind"
      />
      <SuggestInput
        className="uiInput"
        aria-label={t(`browse.${kind}Selector`)}
        placeholder={t(`browse.${kind}Hint`)}
        value={text}
        suggestions={kind === "label" ? suggestions : FIELD_TERMS}
        spellCheck={false}
        autoComplete="off"
        // The user opened the popover in order to type here.
        autoFocus
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => setText(event.target.value)}
        data-testid="selector-input"
      />
      <p className="fieldProblem" id={`${id}-problem`} role="status">
        {problem}
      </p>
      <Button type="submit" variant="primary" refusal={problem} data-testid="selector-add">
        {t("browse.add")}
      </Button>
    </Form>
  );
}

/** The selectors of the request, as chips, with a button to add one. */
export function SelectorBar(props: SelectorBarProps) {
  const { labels, fields, onChange } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const chips = [
    ...splitTerms(labels).map((term) => ({ kind: "label" as const, term, all: labels })),
    ...splitTerms(fields).map((term) => ({ kind: "field" as const, term, all: fields })),
  ];
  return (
    <div className="selectorBar">
      {chips.length === 0 ? null : (
        <ul className="chips" aria-label={t("browse.selectors")}>
          {chips.map(({ kind, term, all }) => (
            <TermChip
              key={`${kind}:${term}`}
              label={t(`browse.${kind}Selector`)}
              term={term}
              removeLabel={t("browse.removeSelector", { term })}
              testId="selector-chip"
              onRemove={() => onChange(kind, removeTerm(all, term))}
            />
          ))}
        </ul>
      )}
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <button type="button" className="uiButton quiet small" data-testid="add-selector">
            <Icon name="plus" size={13} />
            {t("browse.addSelector")}
          </button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content className="popover selectorPopover" align="start" sideOffset={6}>
            <AddForm {...props} onDone={() => setOpen(false)} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {props.children}
    </div>
  );
}
