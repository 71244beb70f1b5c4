import type { Vocabulary } from "../vocabulary.ts";
import { apply } from "./data/apply.ts";
import { concurrency } from "./data/concurrency.ts";
import { customResource } from "./data/customResource.ts";
import { finalizers } from "./data/finalizers.ts";
import { objects } from "./data/objects.ts";
import { paging } from "./data/paging.ts";
import { rbac } from "./data/rbac.ts";
import { watch } from "./data/watch.ts";
import type { Lesson } from "./lesson.ts";

const ALL: readonly Lesson[] = [objects, concurrency, watch, paging, apply, finalizers, rbac, customResource];

/** Every lesson, in learning order, in one server's vocabulary. */
export const allLessons = (vocabulary: Vocabulary): readonly Lesson[] => vocabulary.renderValue(ALL);
