import type { Release } from "./model/release.ts";

/** The props of every part of a revision. */
export interface ReleasePartProps {
  release: Release;
  /** Whether possible secrets are shown. */
  revealed: boolean;
  onReveal(): void;
}
