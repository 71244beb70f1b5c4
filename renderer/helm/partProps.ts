import type { Release } from "./model/release.ts";

/** What every part of a revision is shown with. */
export interface ReleasePartProps {
  release: Release;
  /** Whether values that may be secret are shown. */
  revealed: boolean;
  onReveal(): void;
}
