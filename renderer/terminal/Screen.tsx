import { FitAddon } from "@xterm/addon-fit";
import { type ITheme, Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { resolveColour } from "../ui/theme/resolveColour.ts";
import { useIsDark } from "../ui/theme/theme.ts";
import { CommandSession, type SessionEnd, type SessionParts } from "./commandSession.ts";

export interface ScreenProps {
  /** The connection; another value starts another session. */
  parts: SessionParts;
  /** Whether the remote end is a terminal; if not, line feeds are converted to carriage return and line feed here. */
  isTerminal: boolean;
  onOpen(session: CommandSession): void;
  /** @param hasTyped whether the user has typed anything */
  onEnd(end: SessionEnd, hasTyped: boolean): void;
  /** Called when the user presses the key that leaves the terminal. */
  onLeave(): void;
}

/** Number of lines in the scrollback. */
const SCROLLBACK = 5_000;
/** Maximum number of bytes waiting to be rendered; above it, the session is terminated. */
const MAX_WAITING = 16 * 1024 * 1024;

const ANSI = [
  ["black", "#3b4252", "#4c5568"],
  ["red", "#b4232f", "#ff8291"],
  ["green", "#18713f", "#54c890"],
  ["yellow", "#855400", "#e9b949"],
  ["blue", "#2d55b8", "#8fb0ff"],
  ["magenta", "#8a2f8f", "#e08be5"],
  ["cyan", "#0c6b74", "#4fc7c9"],
  ["white", "#4b5365", "#cdd3df"],
  ["brightBlack", "#565f72", "#9aa4b6"],
  ["brightRed", "#c02a45", "#ff9aa6"],
  ["brightGreen", "#187a49", "#7fdcae"],
  ["brightYellow", "#8f5a00", "#f2ce74"],
  ["brightBlue", "#4251c2", "#a9b3ff"],
  ["brightMagenta", "#9c3aa3", "#eaa6ee"],
  ["brightCyan", "#0c7173", "#7fdadc"],
  ["brightWhite", "#1a2030", "#ffffff"],
] as const;

function themeOf(near: HTMLElement, isDark: boolean): ITheme {
  const style = getComputedStyle(near);
  const colour = (name: string): string => resolveColour(near, style.getPropertyValue(name));
  return {
    background: colour("--surface"),
    foreground: colour("--text"),
    cursor: colour("--accent"),
    cursorAccent: colour("--surface"),
    selectionBackground: colour("--line-strong"),
    ...Object.fromEntries(ANSI.map(([name, light, dark]) => [name, isDark ? dark : light])),
  };
}

/**
 * A terminal. The remote output is rendered as characters only: it never becomes markup, sets the title, opens a link
 * or accesses the clipboard.
 */
export function Screen({ parts, isTerminal, onOpen, onEnd, onLeave }: ScreenProps) {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const shown = useRef<Terminal | undefined>(undefined);
  const isDark = useIsDark();
  const handlers = useRef({ onOpen, onEnd, onLeave });
  handlers.current = { onOpen, onEnd, onLeave };

  useEffect(() => {
    const node = host.current;
    if (node === null) return;
    const terminal = new Terminal({
      convertEol: !isTerminal,
      cursorBlink: !matchMedia("(prefers-reduced-motion: reduce)").matches,
      fontFamily: getComputedStyle(node).getPropertyValue("--mono"),
      fontSize: 13,
      lineHeight: 1.2,
      scrollback: SCROLLBACK,
      minimumContrastRatio: 4.5,
      // Links in the remote output are inactive.
      linkHandler: { activate: () => undefined },
    });
    shown.current = terminal;
    const fit = new FitAddon();
    terminal.loadAddon(fit);
    terminal.open(node);
    fit.fit();
    let waiting = 0;
    let hasTyped = false;
    const session = new CommandSession(parts, {
      opened() {
        session.resize(terminal.cols, terminal.rows);
        handlers.current.onOpen(session);
        terminal.focus();
      },
      output(bytes) {
        waiting += bytes.length;
        if (waiting > MAX_WAITING) {
          session.close();
          handlers.current.onEnd({ kind: "lost" }, hasTyped);
        } else {
          terminal.write(bytes, () => {
            waiting -= bytes.length;
          });
        }
      },
      ended(end) {
        terminal.options.cursorBlink = false;
        handlers.current.onEnd(end, hasTyped);
      },
    });
    terminal.onData((text) => {
      hasTyped = true;
      session.type(text);
    });
    terminal.onBinary((bytes) => session.typeBytes(bytes));
    terminal.onResize(({ cols, rows }) => session.resize(cols, rows));
    terminal.attachCustomKeyEventHandler((event) => ownKey(event, terminal, () => handlers.current.onLeave()));
    const observer = new ResizeObserver(() => fit.fit());
    observer.observe(node);
    return () => {
      observer.disconnect();
      session.close();
      terminal.dispose();
      shown.current = undefined;
    };
  }, [parts, isTerminal]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another session has its own terminal
  useEffect(() => {
    if (host.current !== null && shown.current !== undefined) {
      shown.current.options.theme = themeOf(host.current, isDark);
    }
  }, [isDark, parts, isTerminal]);

  return <section ref={host} className="terminalScreen" aria-label={t("terminal.screen")} data-testid="terminal" />;
}

/** Handles the console's own keys: copy, paste, and leave. @returns false if it handled the key */
function ownKey(event: KeyboardEvent, terminal: Terminal, leave: () => void): boolean {
  if (event.type !== "keydown") return true;
  if (event.key === "F6" && event.shiftKey) {
    event.preventDefault();
    leave();
    return false;
  }
  const isControl = event.ctrlKey && !event.altKey && !event.metaKey;
  const key = event.key.toLowerCase();
  // With a selection, the key copies; without one, it interrupts as usual.
  if (isControl && key === "c" && terminal.hasSelection()) {
    event.preventDefault();
    void navigator.clipboard.writeText(terminal.getSelection());
    terminal.clearSelection();
    return false;
  }
  // The browser pastes, and the terminal receives the paste event.
  return !(isControl && key === "v");
}
