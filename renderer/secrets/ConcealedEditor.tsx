import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { hideSecrets } from "../../shared/secrets/hideSecrets.ts";
import { editingText } from "../editor/editingText.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import "./ConcealedEditor.css";
import { RevealBar } from "./RevealBar.tsx";
import { useReveal } from "./useReveal.ts";

export interface ConcealedEditorProps {
  object: ApiObject;
  /** The editor. */
  children: ReactNode;
}

/**
 * Stands for the editor of an object with confidential values until one asks to edit it: a text with marks for the values,
 * which cannot be edited. After that the editor shows the values as the API has them, and so do the comparisons, previews and
 * conflicts of that editing; after leaving the view, one begins with the marks again.
 *
 * A text with marks that could be edited and saved would be less safe. A mark that was damaged, moved to another key, or
 * copied to another object or into a shell would be written as if it were the value, and no check can know it by its looks in
 * every form that it can take. A mark that stands for "unchanged" would also hide that others changed the value meanwhile,
 * which is what one has to know before one saves. So what can be edited is always exactly what is sent.
 */
export function ConcealedEditor({ object, children }: ConcealedEditorProps) {
  const { t } = useTranslation();
  const hidden = useMemo(() => hideSecrets(object), [object]);
  // A secret that gets its first value while it is edited is no reason to take the editor away.
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} data-testid="secret-text">
        {text}
      </pre>
    </section>
  );
}
