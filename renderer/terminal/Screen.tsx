import { FitAddon } from "@xterm/addon-fit";
import { type ITheme, Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { resolveColour } from "../ui/resolveColour.ts";
import { useIsDark } from "../ui/theme.ts";
import { CommandSession, type SessionEnd, type SessionParts } from "./commandSession.ts";

export interface ScreenProps {
  /** Where it leads; another one is another conversation. */
  parts: SessionParts;
  /** Whether the other end is a terminal: else line ends are made whole here. */
  isTerminal: boolean;
  onOpen(session: CommandSession): void;
  /** @param hasTyped whether the user said anything */
  onEnd(end: SessionEnd, hasTyped: boolean): void;
  /** The key that leaves the terminal was pressed. */
  onLeave(): void;
}

/** Lines that can be scrolled back. */
const SCROLLBACK = 5_000;
/** Bytes that may wait to be drawn; a command that prints faster for longer is cut off. */
const MOST_WAITING = 16 * 1024 * 1024;

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
 * A terminal. What the other end sends is drawn as characters and nothing else: it becomes no markup, sets no title, opens no
 * link and reaches no clipboard.
 */
export function Screen({ parts, isTerminal, onOpen, onEnd, onLeave }: ScreenProps) {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const shown = useRef<Terminal | undefined>(undefined);
  const isDark = useIsDark();
  const told = useRef({ onOpen, onEnd, onLeave });
  told.current = { onOpen, onEnd, onLeave };

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
      // Links that the other end makes lead nowhere.
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
        told.current.onOpen(session);
        terminal.focus();
      },
      output(bytes) {
        waiting += bytes.length;
        if (waiting > MOST_WAITING) {
          session.close();
          told.current.onEnd({ kind: "lost" }, hasTyped);
        } else {
          terminal.write(bytes, () => {
            waiting -= bytes.length;
          });
        }
      },
      ended(end) {
        terminal.options.cursorBlink = false;
        told.current.onEnd(end, hasTyped);
      },
    });
    terminal.onData((text) => {
      hasTyped = true;
      session.type(text);
    });
    terminal.onBinary((bytes) => session.typeBytes(bytes));
    terminal.onResize(({ cols, rows }) => session.resize(cols, rows));
    terminal.attachCustomKeyEventHandler((event) => ownKey(event, terminal, () => told.current.onLeave()));
    const observer = new ResizeObserver(() => fit.fit());
    observer.observe(node);
    return () => {
      observer.disconnect();
      session.close();
      terminal.dispose();
      shown.current = undefined;
    };
  }, [parts, isTerminal]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation has a terminal of its own
  useEffect(() => {
    if (host.current !== null && shown.current !== undefined) {
      shown.current.options.theme = themeOf(host.current, isDark);
    }
  }, [isDark, parts, isTerminal]);

  return <section ref={host} className="terminalScreen" aria-label={t("terminal.screen")} data-testid="terminal" />;
}

/** Keys that are the console's: to copy, to paste, and to leave. @returns false for those */
function ownKey(event: KeyboardEvent, terminal: Terminal, leave: () => void): boolean {
  if (event.type !== "keydown") return true;
  if (event.key === "F6" && event.shiftKey) {
    event.preventDefault();
    leave();
    return false;
  }
  const isControl = event.ctrlKey && !event.altKey && !event.metaKey;
  const key = event.key.toLowerCase();
  // With something marked it is copied; with nothing marked it interrupts, as ever.
  if (isControl && key === "c" && terminal.hasSelection()) {
    event.preventDefault();
    void navigator.clipboard.writeText(terminal.getSelection());
    terminal.clearSelection();
    return false;
  }
  // The browser pastes, and the terminal hears of it.
  return !(isControl && key === "v");
}
