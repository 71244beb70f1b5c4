/** The parts of a stored revision of a release that the console shows. */

import { at, type Fields, fieldsAt, listAt, textAt, textsAt } from "../../resources/kinds/read.ts";

export interface Hook {
  readonly name: string;
  readonly kind: string;
  /** Path of the hook's template. */
  readonly path: string;
  readonly manifest: string;
  /** `pre-install`, `test` … */
  readonly events: readonly string[];
  readonly weight: string;
  readonly deletePolicies: readonly string[];
  /** `Succeeded`, `Failed`, `Running`, `Unknown`; empty for a hook that never ran. */
  readonly phase: string;
  /** RFC 3339; empty for a hook that never ran. */
  readonly completed: string;
}

export interface Chart {
  readonly name: string;
  readonly version: string;
  readonly appVersion: string;
  readonly description: string;
  readonly deprecated: boolean;
}

export interface Release {
  readonly name: string;
  readonly namespace: string;
  readonly revision: number;
  readonly status: string;
  /** helm's description of its last action: `Upgrade complete`. */
  readonly description: string;
  /** RFC 3339; empty when unknown. */
  readonly firstDeployed: string;
  readonly lastDeployed: string;
  readonly chart: Chart;
  /** Values that the user gave to helm. */
  readonly config: Fields;
  /** Values of the chart itself. */
  readonly defaults: Fields;
  readonly manifest: string;
  readonly notes: string;
  readonly hooks: readonly Hook[];
}

/** Reads an unpacked release; ignores unexpected values. */
export function readRelease(value: unknown): Release {
  return {
    name: textAt(value, "name"),
    namespace: textAt(value, "namespace"),
    revision: Number(textAt(value, "version")) || 0,
    status: textAt(value, "info.status"),
    description: textAt(value, "info.description"),
    firstDeployed: timeAt(value, "info.first_deployed"),
    lastDeployed: timeAt(value, "info.last_deployed"),
    chart: {
      name: textAt(value, "chart.metadata.name"),
      version: textAt(value, "chart.metadata.version"),
      appVersion: textAt(value, "chart.metadata.appVersion"),
      description: textAt(value, "chart.metadata.description"),
      deprecated: at(value, "chart.metadata.deprecated") === true,
    },
    config: fieldsAt(value, "config"),
    defaults: fieldsAt(value, "chart.values"),
    manifest: textAt(value, "manifest"),
    notes: textAt(value, "info.notes"),
    hooks: listAt(value, "hooks").map(hookOf),
  };
}

const hookOf = (value: Fields): Hook => ({
  name: textAt(value, "name"),
  kind: textAt(value, "kind"),
  path: textAt(value, "path"),
  manifest: textAt(value, "manifest"),
  events: textsAt(value, "events"),
  weight: textAt(value, "weight"),
  deletePolicies: textsAt(value, "delete_policies"),
  phase: textAt(value, "last_run.phase"),
  completed: timeAt(value, "last_run.completed_at"),
});

/** Reads a time; Go's zero time means none. */
function timeAt(value: unknown, path: string): string {
  const text = textAt(value, path);
  return text.startsWith("0001-") ? "" : text;
}
