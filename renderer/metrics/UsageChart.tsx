import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { clockTime } from "../activity/formats.ts";
import { type Box, linePath, marksFor, timeMarks } from "./chartScale.ts";
import { amountText, type Levels, type Measure, type UsagePoint } from "./usage.ts";

export interface UsageChartProps {
  title: string;
  measure: Measure;
  points: readonly UsagePoint[];
  levels: Levels;
  /** The name of the limit: a pod's limit, a node's allocatable. */
  limitName: string;
}

const HEIGHT = 190;
/** The shortest time span of the axis, in milliseconds. */
const SHORTEST = 5 * 60_000;
const HUES = 8;

/** The first colour is used for the sum. */
const hueOf = (place: number): number => (place + 1) % HUES;

/** Usage over time, with requests and limits as lines. The values are also shown as text. */
export function UsageChart({ title, measure, points, levels, limitName }: UsageChartProps) {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(480);
  const [pointed, setPointed] = useState<number | undefined>(undefined);
  useEffect(() => {
    const node = host.current;
    if (node === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(200, node.clientWidth)));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);

  const last = points.at(-1);
  const to = last?.at ?? 0;
  const from = Math.min(points[0]?.at ?? to, to - SHORTEST);
  const peak = Math.max(0, ...points.map(({ total }) => total[measure]));
  // A level far above the curve would flatten it: it is only shown as text.
  const near = [levels.request, levels.limit].filter((each) => each !== undefined && each <= peak * 6) as number[];
  const marks = marksFor(Math.max(peak * 1.1, ...near), measure === "memory");
  const highest = marks.at(-1) ?? 1;
  const box: Box = { left: 60, right: width - 8, top: 10, bottom: HEIGHT - 24 };
  const range = { from, to, highest };
  const y = (value: number): number => box.bottom - (value / highest) * (box.bottom - box.top);
  const x = (at: number): number => box.left + ((at - from) / (to - from || 1)) * (box.right - box.left);
  const totals = points.map(({ at, total }) => [at, total[measure]] as const);
  const containers = [...new Set(points.flatMap(({ parts }) => Object.keys(parts)))];
  const area =
    totals.length < 2
      ? ""
      : `${linePath(totals, box, range)}L${x(to).toFixed(1)} ${box.bottom}L${x(points[0]?.at ?? 0).toFixed(1)} ${box.bottom}Z`;
  const shown = pointed === undefined ? last : points[pointed];
  return (
    <figure className="usageChart" aria-label={title} data-testid={`usage-${measure}`}>
      <figcaption>
        <b>{title}</b>
        <span className="usageNow" data-testid={`usage-${measure}-now`}>
          {shown === undefined ? "–" : amountText(measure, shown.total[measure])}
        </span>
        <span className="faint">
          {shown === undefined || pointed === undefined ? "" : clockTime(shown.at).slice(0, 8)}
        </span>
        <span className="spacer" />
        <Level name={t("metrics.request")} measure={measure} level={levels.request} kind="request" />
        <Level name={limitName} measure={measure} level={levels.limit} kind="limit" />
      </figcaption>
      <div ref={host}>
        <svg
          width={width}
          height={HEIGHT}
          aria-hidden="true"
          onPointerMove={(event) => setPointed(nearest(points, from, to, box, event.nativeEvent.offsetX))}
          onPointerLeave={() => setPointed(undefined)}
        >
          {marks.map((mark) => (
            <g key={mark}>
              <line className="usageGrid" x1={box.left} x2={box.right} y1={y(mark)} y2={y(mark)} />
              <text className="usageMark" x={box.left - 8} y={y(mark) + 4} textAnchor="end">
                {mark === 0 ? "0" : amountText(measure, mark)}
              </text>
            </g>
          ))}
          {timeMarks(from, to).map((at) => (
            <text key={at} className="usageMark" x={x(at)} y={HEIGHT - 6} textAnchor="middle">
              {x(at) > box.left + 16 && x(at) < box.right - 16 ? clockTime(at).slice(0, 5) : ""}
            </text>
          ))}
          <path className="usageArea" d={area} />
          {containers.length < 2
            ? null
            : containers.map((name, place) => (
                <path
                  key={name}
                  className="usagePart"
                  data-hue={hueOf(place)}
                  d={linePath(
                    points.flatMap(({ at, parts }) =>
                      parts[name] === undefined ? [] : [[at, parts[name][measure]] as const],
                    ),
                    box,
                    range,
                  )}
                />
              ))}
          <path className="usageLine" d={linePath(totals, box, range)} />
          {totals.length === 1 && last !== undefined ? (
            <circle className="usageDot" cx={x(last.at)} cy={y(last.total[measure])} r={3} />
          ) : null}
          {levels.request !== undefined && levels.request <= highest ? (
            <line
              className="usageLevel request"
              x1={box.left}
              x2={box.right}
              y1={y(levels.request)}
              y2={y(levels.request)}
            />
          ) : null}
          {levels.limit !== undefined && levels.limit <= highest ? (
            <line className="usageLevel limit" x1={box.left} x2={box.right} y1={y(levels.limit)} y2={y(levels.limit)} />
          ) : null}
          {pointed === undefined || shown === undefined ? null : (
            <g>
              <line className="usageCursor" x1={x(shown.at)} x2={x(shown.at)} y1={box.top} y2={box.bottom} />
              <circle className="usageDot" cx={x(shown.at)} cy={y(shown.total[measure])} r={3} />
            </g>
          )}
        </svg>
      </div>
      {containers.length < 2 ? null : (
        <ul className="usageParts">
          {containers.map((name, place) => (
            <li key={name}>
              <span className="logSwatch" data-hue={hueOf(place)} aria-hidden="true" />
              {name}
              <span className="usageFigure">{amountText(measure, shown?.parts[name]?.[measure] ?? 0)}</span>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

function Level({
  name,
  measure,
  level,
  kind,
}: {
  name: string;
  measure: Measure;
  level: number | undefined;
  kind: string;
}) {
  if (level === undefined) return null;
  return (
    <span className="usageLevelName">
      <svg width={16} height={8} aria-hidden="true">
        <line className={`usageLevel ${kind}`} x1={0} x2={16} y1={4} y2={4} />
      </svg>
      <span className="muted">{name}</span> {amountText(measure, level)}
    </span>
  );
}

/** Index of the point nearest to a position in the chart; undefined if there are no points. */
function nearest(points: readonly UsagePoint[], from: number, to: number, box: Box, place: number): number | undefined {
  const at = from + ((place - box.left) / (box.right - box.left)) * (to - from);
  let best: number | undefined;
  for (const [index, point] of points.entries()) {
    if (best === undefined || Math.abs(point.at - at) < Math.abs((points[best]?.at ?? 0) - at)) best = index;
  }
  return best;
}
