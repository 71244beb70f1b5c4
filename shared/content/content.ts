/** Content that a new sandbox can start with. */
import type { LessonText } from "../lessons/lesson.ts";
import type { Manifest } from "../manifests/manifest.ts";

export interface Content {
  readonly id: string;
  readonly title: LessonText;
  readonly summary: LessonText;
  /** Number of nodes that the content needs for its pods to be scheduled. */
  readonly nodes: number;
  /** Number of objects. */
  readonly count: number;
  /** The objects, namespaces first. Generated one by one, because there may be many. */
  objects(): Iterable<Manifest>;
}
