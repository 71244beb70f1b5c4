import type { IconName } from "../ui/Icon.tsx";

/** The groups of the palette, in their default order. */
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

/** One line of the palette: a place to open, or an action. */
export interface PaletteEntry {
  /** Unique id of the entry. */
  readonly id: string;
  readonly group: PaletteGroup;
  /** The text of the line, which is compared with the typed text first. */
  readonly title: string;
  /** Alternative names: short names, English words, the resource's plural. In lower case. */
  readonly words: readonly string[];
  readonly icon: IconName;
  /** A note at the end of the line. */
  readonly note?: string;
  run(): void;
}
