import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { decimal } from "../../ui/numbers.ts";
import { resolveColour } from "../../ui/theme/resolveColour.ts";
import { useIsDark } from "../../ui/theme/theme.ts";
import { clockTime } from "../formats.ts";
import type { Point } from "./readings.ts";
import { timeSpan } from "./timeSpan.ts";
import "./card.css";
import "./Chart.css";

export interface ChartLine {
  key: Exclude<keyof Point, "at">;
  /** Empty if the chart has only one line. */
  label: string;
  /** A custom property of the theme, such as `--accent`. */
  colour: string;
}

const HEIGHT = 150;

/** @param seconds since the epoch */
const timeOfDay = (seconds: number): string => clockTime(seconds * 1000).slice(0, "00:00:00".length);

const round = (value: number | null | undefined): string =>
  value === null || value === undefined ? "–" : decimal(value, value >= 100 ? 0 : value >= 10 ? 1 : 2);

/** A chart of values over time. The latest values are also shown as text, for users who cannot see the lines. */
export default function Chart({
  title,
  lines,
  points,
}: {
  title: string;
  lines: ChartLine[];
  points: readonly Point[];
}) {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const dark = useIsDark();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours; the lines of a chart never change
  useEffect(() => {
    const node = host.current;
    if (node === null) return;
    const style = getComputedStyle(node);
    const colour = (name: string): string => resolveColour(node, style.getPropertyValue(name));
    const font = `12px ${style.fontFamily}`;
    const axis = { stroke: colour("--muted"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
    plot.current = new uPlot(
      {
        width: node.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { range: (_plot, low, high) => timeSpan(low, high, Date.now() / 1000) },
          y: { range: (_plot, _low, high) => [0, Math.max(high * 1.1, 1)] },
        },
        axes: [
          { ...axis, font, size: 24, space: 80, values: (_plot, times) => times.map(timeOfDay) },
          { ...axis, font, size: 44 },
        ],
        series: [
          {},
          ...lines.map((line) => ({
            label: line.label,
            stroke: colour(line.colour),
            width: 1.5,
            // A line needs two points; a single point is drawn as a dot.
            points: { show: (_plot: uPlot, _series: number, first: number, last: number) => first === last, size: 5 },
          })),
        ],
      },
      [[]],
      node,
    );
    const observer = new ResizeObserver(() => plot.current?.setSize({ width: node.clientWidth, height: HEIGHT }));
    observer.observe(node);
    return () => {
      observer.disconnect();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [dark]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart made anew must be filled anew
  useEffect(() => {
    plot.current?.setData([
      points.map((point) => point.at / 1000),
      ...lines.map((line) => points.map((point) => point[line.key])),
    ] as uPlot.AlignedData);
  }, [points, dark]);
  const latest = points.at(-1);
  return (
    <figure className="chart" aria-label={title}>
      <figcaption>
        <b>{title}</b>
        <span className="spacer" />
        {lines.map((line) => (
          <span key={line.key} className="chartKey">
            {lines.length > 1 ? <i style={{ background: `var(${line.colour})` }} aria-hidden="true" /> : null}
            <span className="muted">{line.label || t("activity.chartLatest")}</span> {round(latest?.[line.key])}
          </span>
        ))}
      </figcaption>
      <div ref={host} aria-hidden="true" />
    </figure>
  );
}
