import { Command } from "cmdk";
import { Icon, type IconName } from "../ui/Icon.tsx";

/** Makes what an item does of an action: the palette closes first. */
export type RunAction = (action: () => unknown) => () => void;

export interface PaletteItemProps {
  /** What typing is compared with, and what tells it from the others. */
  value: string;
  words?: string[];
  icon: IconName;
  note?: string;
  children: string;
  run(): void;
}

/** One line of the palette. */
export function PaletteItem({ value, words = [], icon, note, children, run }: PaletteItemProps) {
  return (
    <Command.Item className="menuItem" value={value} keywords={words} onSelect={run}>
      <span className="faint">
        <Icon name={icon} />
      </span>
      {children}
      <span className="spacer" />
      {note === undefined ? null : <span className="faint mono">{note}</span>}
    </Command.Item>
  );
}
