import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { hideSecrets } from "../../shared/secrets/hideSecrets.ts";
import { editingText } from "../editor/editingText.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import "./ConcealedEditor.css";
import { ScrollRegion } from "../ui/ScrollRegion.tsx";
import { RevealBar } from "./RevealBar.tsx";
import { useReveal } from "./useReveal.ts";

export interface ConcealedEditorProps {
  object: ApiObject;
  /** The editor. */
  children: ReactNode;
}

/**
 * Replaces the editor of an object with confidential values until the user chooses to edit it: a read-only text with
 * placeholders for the values. After that, the editor shows the values as the API returns them, and so do the
 * comparisons, previews and conflicts of the edit. When the user leaves the view and returns, it shows the placeholders
 * again.
 *
 * An editable text with placeholders would be less safe. A placeholder that was damaged, moved to another key, or
 * copied to another object or into a shell would be written as if it were the value, and no check can recognise it in
 * every form. A placeholder for "unchanged" would also hide that others changed the value meanwhile, which the user
 * must know before saving. Therefore the editable text is always exactly the text that is sent.
 */
export function ConcealedEditor({ object, children }: ConcealedEditorProps) {
  const { t } = useTranslation();
  const hidden = useMemo(() => hideSecrets(object), [object]);
  // The editor stays open when a secret gets its first value during an edit.
  const concealed = object.kind === "Secret" || hidden !== object;
  const text = useMemo(() => (concealed ? editingText(hidden) : ""), [hidden, concealed]);
  const [revealed, toggle] = useReveal(object.metadata.uid);
  if (!concealed) return children;
  if (revealed) {
    return (
      <>
        <RevealBar revealed onToggle={toggle} />
        {children}
      </>
    );
  }
  return (
    <section className="concealedEditor" aria-label={t("secrets.text")}>
      <div className="revealBar">
        <Icon name="lock" />
        <span>{t("secrets.hiddenText")}</span>
        <span className="spacer" />
        <Button variant="primary" icon="pencil" onClick={toggle} data-testid="reveal-edit">
          {t("secrets.edit")}
        </Button>
      </div>
      <ScrollRegion as="pre" data-testid="secret-text">
        {text}
      </ScrollRegion>
    </section>
  );
}
