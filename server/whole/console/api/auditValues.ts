import { actorOf } from "../../../../shared/console/auditEvent.ts";
import type { OccurringValues, ShownAuditEvent } from "../../../../shared/console/auditFeed.ts";

/** Maximum number of values of each kind: a choice of more is of no use. */
const MOST = 200;

/** Collects the users and verbs that occur in events. */
export interface ValueCollector {
  note(event: ShownAuditEvent): void;
  values(): OccurringValues;
}

export function collectValues(): ValueCollector {
  const [users, verbs] = [new Set<string>(), new Set<string>()];
  const add = (values: Set<string>, value: string): void => {
    if (value !== "" && values.size < MOST) values.add(value);
  };
  return {
    note(event) {
      add(users, actorOf(event));
      add(verbs, event.verb);
    },
    values: () => ({ users: [...users], verbs: [...verbs] }),
  };
}
