import type { IconName } from "../ui/Icon.tsx";

/** The groups of the palette, in the order in which they stand when nothing decides between them. */
export const PALETTE_GROUPS = [
  "pages",
  "kinds",
  "objects",
  "namespaces",
  "clusters",
  "actions",
  "create",
  "settings",
] as const;
export type PaletteGroup = (typeof PALETTE_GROUPS)[number];

/** One line of the palette: a place to go to, or something to do. */
export interface PaletteEntry {
  /** Tells the entry from all others. */
  readonly id: string;
  readonly group: PaletteGroup;
  /** What the line says, and what is compared with the typed text first. */
  readonly title: string;
  /** Other names of the same thing: short names, English words, the resource's plural. Lower case. */
  readonly words: readonly string[];
  readonly icon: IconName;
  /** Stands at the end of the line. */
  readonly note?: string;
  run(): void;
}
