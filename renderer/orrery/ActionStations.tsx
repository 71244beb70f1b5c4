import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRing } from "../activity/useRing.ts";
import { createRingBuffer } from "../api/requests/ringBuffer.ts";
import { Segmented } from "../ui/forms/Segmented.tsx";
import { type Action, changeId } from "./model/action.ts";
import { delivers, openWatches } from "./model/clients.ts";
import type { Requests } from "./model/requests.ts";
import { NotifiedStation } from "./NotifiedStation.tsx";
import { RequestStations } from "./RequestStations.tsx";
import { StoredStation } from "./StoredStation.tsx";
import "./stations.css";

/** Maximum number of writes of one action to choose from. */
const MOST = 6;
const NO_ROWS = createRingBuffer<never>(1);

/** The path of one write: the request and its decisions, what was stored, and who was notified. */
export function ActionStations({
  action,
  requests,
  effectsOf,
  onChoose,
}: {
  readonly action: Action;
  readonly requests: Requests | undefined;
  effectsOf(change: string): readonly Action[];
  onChoose(action: Action): void;
}) {
  const { t } = useTranslation();
  const [at, setAt] = useState(0);
  const rows = useRing(requests?.rows ?? NO_ROWS);
  const write = action.writes[at] ?? action.writes[0];
  if (write === undefined) return null;
  const row = action.request === undefined ? requests?.maker(write) : requests?.byAuditId(action.request);
  const watches = openWatches(rows).filter((watch) => delivers(watch, write));
  const options = action.writes
    .slice(0, MOST)
    .map(({ name, subresource }, i) => ({ value: String(i), label: subresource === "" ? name : subresource }));
  return (
    <section className="stations" aria-label={t("orrery.stations")} data-testid="orrery-stations">
      {options.length > 1 ? (
        <Segmented
          label={t("orrery.whichWrite")}
          value={String(at)}
          options={options}
          onChange={(value) => setAt(Number(value))}
        />
      ) : null}
      <ol className="stationLine">
        <RequestStations row={row} isExpected={requests !== undefined} />
        {action.refusal === undefined ? (
          <>
            <StoredStation write={write} />
            <NotifiedStation effects={effectsOf(changeId(write))} watches={watches} onChoose={onChoose} />
          </>
        ) : null}
      </ol>
    </section>
  );
}
