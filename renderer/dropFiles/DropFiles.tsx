import { type ReactNode, useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMatch, useNavigate } from "react-router";
import { messageOf } from "../../shared/text/messageOf.ts";
import { useClusters } from "../api/queries.ts";
import { learnUrl, openTextUrl } from "../app/urls.ts";
import type { NamedText } from "../editor/manifests/manifestFiles.ts";
import { keepOpened } from "../editor/manifests/openedText.ts";
import { Icon } from "../ui/Icon.tsx";
import { useToast } from "../ui/layers/Toast.tsx";
import { ClusterChoice } from "./ClusterChoice.tsx";
import { ChooseFilesContext } from "./chooseFiles.ts";
import "./DropFiles.css";
import { useManifests } from "../editor/manifests/useManifests.ts";
import { KubeconfigOffer } from "./KubeconfigOffer.tsx";
import { useFileDrag } from "./useFileDrag.ts";

/**
 * Opens files that the user drops on any page, or chooses: opens objects on the page for new objects, offers to add
 * kubeconfigs, and plays scenarios.
 */
export function DropFiles({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const toast = useToast();
  const read = useManifests();
  const id = useMatch("/c/:cluster/*")?.params.cluster;
  const cluster = useClusters().data?.find((entry) => entry.id === id);
  const [text, setText] = useState<string>();
  const [kubeconfigs, setKubeconfigs] = useState<readonly NamedText[]>([]);
  const [kubeconfig] = kubeconfigs;
  const open = (target: string, manifests: string): void => {
    setText(undefined);
    void navigate(openTextUrl(target), { state: keepOpened(manifests) });
  };
  const input = useRef<HTMLInputElement>(null);
  const choose = useCallback(() => input.current?.click(), []);
  const play = async (scenario: string): Promise<void> => {
    if (cluster === undefined) return toast(t("files.scenarioWhere"), "warn");
    try {
      const { takeScenario } = await import("../learn/takeScenario.ts");
      void navigate(learnUrl(cluster.id, await takeScenario(scenario)));
    } catch (error) {
      toast(t("files.scenarioWrong", { why: messageOf(error) }), "bad");
    }
  };
  const take = async (files: readonly File[]): Promise<void> => {
    const found = await read(files);
    if (found === undefined) return;
    setKubeconfigs((waiting) => [...waiting, ...found.kubeconfigs]);
    // Stores all scenarios, and ends on the page of the first one.
    for (const scenario of found.scenarios.toReversed()) await play(scenario);
    if (found.count === 0) return;
    toast(t("files.opened", { count: found.count }));
    if (cluster === undefined) setText(found.text);
    else open(cluster.id, found.text);
  };
  const isOver = useFileDrag(take);
  return (
    <ChooseFilesContext value={choose}>
      {children}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        onChange={({ target }) => {
          void take([...(target.files ?? [])]);
          target.value = "";
        }}
        data-testid="choose-files"
      />
      <div role="status">
        {isOver ? (
          <div className="dropOverlay" data-testid="drop-overlay">
            <div className="dropCard">
              <Icon name="inbox" size={24} />
              <strong>{cluster === undefined ? t("files.drop") : t("files.dropOn", { name: cluster.name })}</strong>
              <span className="muted">{t("files.dropText")}</span>
            </div>
          </div>
        ) : null}
      </div>
      {text === undefined || kubeconfig !== undefined ? null : (
        <ClusterChoice onChoose={(target) => open(target, text)} onClose={() => setText(undefined)} />
      )}
      {kubeconfig === undefined ? null : (
        <KubeconfigOffer
          key={kubeconfigs.length}
          file={kubeconfig}
          onClose={() => setKubeconfigs((waiting) => waiting.slice(1))}
        />
      )}
    </ChooseFilesContext>
  );
}
