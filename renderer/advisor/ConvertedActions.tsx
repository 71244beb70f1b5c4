import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { openTextUrl } from "../app/urls.ts";
import { keepOpened } from "../editor/manifests/openedText.ts";
import { Button } from "../ui/Button.tsx";
import { downloadText } from "../ui/downloadText.ts";
import { useCopy } from "../ui/useCopy.ts";

/** The actions for converted manifests. */
export function ConvertedActions({ text }: { text: string }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const navigate = useNavigate();
  const copy = useCopy();
  return (
    <>
      <Button icon="copy" onClick={() => copy(text)} data-testid="copy-converted">
        {t("advisor.copy")}
      </Button>
      <Button onClick={() => downloadText("converted.yaml", text, "application/yaml")}>{t("advisor.download")}</Button>
      <Button
        variant="primary"
        onClick={() => void navigate(openTextUrl(cluster.id), { state: keepOpened(text) })}
        data-testid="open-converted"
      >
        {t("advisor.open")}
      </Button>
    </>
  );
}
