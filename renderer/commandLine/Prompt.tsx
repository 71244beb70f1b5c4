import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { dockIsOpen, dockTakesFocus } from "./dockState.ts";
import type { CommandLineState } from "./useCommandLine.ts";

/** The input for commands: Enter runs, the arrow keys recall earlier commands, Tab completes, Ctrl+C stops. */
export function Prompt({ line }: { readonly line: CommandLineState }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  /** Number of steps back in the history; 0 for the current input. */
  const [back, setBack] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (dockTakesFocus()) field.current?.focus();
  }, []);

  const recall = (by: number): void => {
    const next = Math.min(line.commands.length, Math.max(0, back + by));
    setBack(next);
    setText(next === 0 ? "" : (line.commands.at(-next) ?? ""));
  };
  const run = async (): Promise<void> => {
    const typed = text;
    setText("");
    setBack(0);
    await line.run(typed);
    field.current?.focus();
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    const isControl = event.ctrlKey && !event.altKey && !event.metaKey;
    const isMarked = field.current !== null && field.current.selectionStart !== field.current.selectionEnd;
    if (isControl && event.key === "c" && !isMarked) {
      if (line.isRunning) line.stop();
      else setText("");
    } else if (isControl && event.key === "l") line.clear();
    else if (event.key === "Enter" && !line.isRunning) void run();
    else if (event.key === "ArrowUp") recall(1);
    else if (event.key === "ArrowDown") recall(-1);
    else if (event.key === "Tab" && !event.shiftKey && text !== "") void line.complete(text).then(setText);
    else if (event.key === "Escape") dockIsOpen.write(false);
    else return;
    event.preventDefault();
  };
  return (
    <div className="commandPrompt">
      <span aria-hidden="true">$</span>
      <input
        ref={field}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData("text");
          if (!pasted.includes("\\\n")) return;
          // A pasted command with several lines becomes one line.
          event.preventDefault();
          const { selectionStart, selectionEnd } = event.currentTarget;
          const joined = pasted.replace(/\\\n\s*/g, "");
          setText(text.slice(0, selectionStart ?? 0) + joined + text.slice(selectionEnd ?? text.length));
        }}
        onKeyDown={onKey}
        readOnly={line.isRunning}
        aria-label={t("commandLine.prompt")}
        placeholder={line.isRunning ? t("commandLine.running") : "get pods"}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        data-testid="command-input"
      />
    </div>
  );
}
