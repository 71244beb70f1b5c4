import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatAge } from "../../ui/age/formatAge.ts";
import { cutLines } from "../../ui/cutLines.ts";
import { colourClass } from "./ManagerList.tsx";
import type { Manager, OwnedLine, Ownership, OwnershipFilter } from "./ownership.ts";
import "./ownerMark.css";
import "./OwnedText.css";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";

const LINE = 20;
/** Maximum number of characters shown of a line: the tab is about owners, and long lines are slow to lay out. */
const LONGEST = 2000;

const isForward = (line: OwnedLine, filter: OwnershipFilter): boolean =>
  filter === undefined || (filter === "unowned" ? line.unowned : line.owners.includes(filter));

function titleOf(manager: Manager): string {
  const name = manager.subresource === "" ? manager.name : `${manager.name}/${manager.subresource}`;
  const age = manager.time === 0 ? "" : `, ${formatAge(Date.now() - manager.time)}`;
  return `${name}: ${manager.operation} ${manager.apiVersion}${age}`;
}

/** The names of a line's owners; empty if they are the same as for the line above. */
function namesAt(ownership: Ownership, index: number): string {
  const line = ownership.lines[index];
  if (line === undefined || line.owners.length === 0) return "";
  const above = ownership.lines[index - 1];
  if (above !== undefined && above.owners.join() === line.owners.join()) return "";
  return line.owners.map((owner) => ownership.managers[owner]?.name ?? "").join(", ");
}

/** The text with a stripe per owner in its gutter; renders only the visible lines. */
export function OwnedText({ ownership, filter }: { ownership: Ownership; filter: OwnershipFilter }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const { lines, managers } = ownership;
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 20,
  });
  useEffect(() => {
    const first = filter === undefined ? -1 : lines.findIndex((line) => isForward(line, filter));
    if (first >= 0) virtual.scrollToIndex(first, { align: "center" });
  }, [filter, lines, virtual]);
  return (
    <ScrollRegion as="section" ref={scroller} className="ownedText" aria-label={t("views.ownedText")}>
      <div style={{ height: virtual.getTotalSize() }} className="ownedLines">
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (line === undefined) return null;
          const owners = line.owners.flatMap((index) => managers[index] ?? []);
          const title = owners.map(titleOf).join("\n") || (line.unowned ? t("views.nobody") : "");
          return (
            <div
              key={line.number}
              className={isForward(line, filter) ? "ownedLine" : "ownedLine back"}
              style={{ top: item.start }}
              data-tip={title || undefined}
              data-owners={owners.map((owner) => owner.name).join(",")}
            >
              <span className="ownedNames" data-tip={title || undefined}>
                {namesAt(ownership, item.index)}
              </span>
              <span className="ownedStripes" aria-hidden="true">
                {owners.map((owner) => (
                  <i key={owner.index} className={`ownerMark ${colourClass(owner.index)}`} />
                ))}
                {line.unowned ? <i className="ownerMark none" /> : null}
              </span>
              <span className="ownedNumber" aria-hidden="true">
                {line.number}
              </span>
              <code>{cutLines(line.text, LONGEST, () => "…")}</code>
            </div>
          );
        })}
      </div>
    </ScrollRegion>
  );
}
