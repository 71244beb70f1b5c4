import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { LongText } from "../../../ui/LongText.tsx";
import { ScrollRegion } from "../../../ui/ScrollRegion.tsx";
import { useCopy } from "../../../ui/useCopy.ts";

export interface DataEntryProps {
  name: string;
  note: string;
  /** Undefined if the value is not text. */
  text: string | undefined;
  /** Whether the value is hidden until the user reveals it. */
  secret?: boolean;
}

/** One key of a config map or a secret, with its value. */
export function DataEntry({ name, note, text, secret = false }: DataEntryProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const [shown, setShown] = useState(!secret);
  let value: ReactNode = <p className="faint">{t("kinds.noText")}</p>;
  if (text !== undefined) {
    value = shown ? (
      <ScrollRegion as="pre" className="requestLine" data-testid="data-value">
        <LongText text={text} />
      </ScrollRegion>
    ) : (
      <p className="faint" aria-hidden="true">
        ••••••••
      </p>
    );
  }
  return (
    <li className="card" data-testid="data-entry" data-key={name}>
      <div className="cardHead">
        <strong className="mono">{name}</strong>
        <span className="faint">{note}</span>
        <span className="spacer" />
        {secret && text !== undefined ? (
          <Button
            variant="quiet"
            aria-label={t(shown ? "kinds.hideKey" : "kinds.showKey", { name })}
            onClick={() => setShown(!shown)}
            data-testid="reveal"
          >
            {t(shown ? "kinds.hide" : "kinds.show")}
          </Button>
        ) : null}
        {text === undefined ? null : (
          <Button variant="quiet" icon="copy" aria-label={t("kinds.copyKey", { name })} onClick={() => copy(text)} />
        )}
      </div>
      {value}
    </li>
  );
}
