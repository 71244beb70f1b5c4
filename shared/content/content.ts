/** What a new sandbox may begin with. */
import type { LessonText } from "../lessons/lesson.ts";
import type { Manifest } from "../manifests/manifest.ts";

export interface Content {
  readonly id: string;
  readonly title: LessonText;
  readonly summary: LessonText;
  /** Nodes without which its pods stay pending. */
  readonly nodes: number;
  /** How many objects there are. */
  readonly count: number;
  /** Namespaces first. Made one by one: there may be many. */
  objects(): Iterable<Manifest>;
}
