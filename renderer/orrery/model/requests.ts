import { BoundedMap } from "../../../shared/collections/boundedMap.ts";
import { type AuditRow, ROW_WEIGHING } from "../../activity/audit/auditView.ts";
import { createRingBuffer, type RingBuffer } from "../../api/requests/ringBuffer.ts";
import { type Change, changeId } from "./action.ts";
import { isWrite, storedBy } from "./clients.ts";

/** Maximum number of kept requests, the same as on the host. */
const KEPT = 5_000;

/** The requests in a sandbox's audit log, indexed by what they stored. */
export interface Requests {
  readonly rows: RingBuffer<AuditRow>;
  /**
   * The request that made a write; undefined if the log does not contain it. For bindings and the like, the log has no
   * version, so the latest request to that subresource is returned.
   */
  maker(write: Change & { readonly subresource?: string }): AuditRow | undefined;
  byAuditId(id: string): AuditRow | undefined;
  add(rows: readonly AuditRow[]): void;
}

const subresourceId = (write: Omit<Change, "revision"> & { readonly subresource?: string }): string =>
  `${changeId({ ...write, revision: "" })}${write.subresource ?? ""}`;

/** @param soon batches notifications */
export function createRequests(soon: (run: () => void) => void): Requests {
  const rows = createRingBuffer<AuditRow>(KEPT, soon, ROW_WEIGHING);
  const bounds = { entries: KEPT, weight: ROW_WEIGHING.most };
  const makers = new BoundedMap<string, AuditRow>(bounds);
  const unversioned = new BoundedMap<string, AuditRow>(bounds);
  const ids = new BoundedMap<string, AuditRow>(bounds);
  return {
    rows,
    maker: (write) => makers.get(changeId(write)) ?? unversioned.get(subresourceId(write)),
    byAuditId: (id) => ids.get(id),
    add(added) {
      for (const row of added) {
        rows.push(row);
        ids.set(row.event.auditID, row, row.size);
        const stored = storedBy(row.event);
        const {
          apiGroup: group = "",
          resource = "",
          namespace = "",
          name = "",
          subresource,
        } = row.event.objectRef ?? {};
        if (stored !== undefined) makers.set(changeId(stored), row, row.size);
        else if (subresource !== undefined && isWrite(row.event) && row.event.stage === "ResponseComplete") {
          unversioned.set(subresourceId({ group, resource, namespace, name, subresource }), row, row.size);
        }
      }
    },
  };
}
