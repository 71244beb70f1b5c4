import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { useToast } from "../../ui/layers/Toast.tsx";
import { useManifests } from "./useManifests.ts";
import "./FileSource.css";

/** Reads chosen or dropped files into one text, one document after the other. */
function useFileText(onText: (text: string) => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const readFiles = useManifests();
  return async (files: readonly File[]): Promise<void> => {
    const read = await readFiles(files);
    if (read === undefined) return;
    if (read.kubeconfigs.length > 0) toast(t("files.kubeconfigHere"), "warn");
    if (read.scenarios.length > 0) toast(t("files.scenarioHere"), "warn");
    if (read.count > 0) onText(read.text);
  };
}

/** The button that opens files. */
export function FileButton({ onText }: { onText(text: string): void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const read = useFileText(onText);
  return (
    <>
      <Button onClick={() => input.current?.click()} data-testid="open-file">
        {t("write.openFile")}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".yaml,.yml,.json"
        onChange={(event) => {
          void read([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
        data-testid="file-input"
      />
    </>
  );
}

/** An area that accepts dropped files. */
export function DropArea({ onText, children }: { onText(text: string): void; children: ReactNode }) {
  const [over, setOver] = useState(false);
  const read = useFileText(onText);
  const onDrag = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(event.type !== "dragleave");
  };
  return (
    <div
      className={over ? "editorSplit dropArea dropHere" : "editorSplit dropArea"}
      onDragEnterCapture={onDrag}
      onDragOverCapture={onDrag}
      onDragLeaveCapture={onDrag}
      onDropCapture={(event) => {
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        void read(files);
      }}
      data-testid="drop-area"
    >
      {children}
    </div>
  );
}
