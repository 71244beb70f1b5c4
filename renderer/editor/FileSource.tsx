import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { useToast } from "../ui/Toast.tsx";

/** Larger files are no manifests that anybody edits. */
const LIMIT_MB = 5;

/** Reads files that are chosen or dropped into one text, documents one after the other. */
export function useFileText(onText: (text: string) => void) {
  const { t } = useTranslation();
  const toast = useToast();
  return async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    if (files.reduce((sum, file) => sum + file.size, 0) > LIMIT_MB * 1024 * 1024) {
      toast(t("write.tooLarge", { limit: LIMIT_MB }), "bad");
      return;
    }
    const texts = await Promise.all(files.map((file) => file.text()));
    onText(texts.map((text) => text.trimEnd()).join("\n---\n"));
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

/** An area where files may be dropped. */
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
      className={over ? "editorSplit dropHere" : "editorSplit"}
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
