import { cpus, totalmem } from "node:os";
import { MAIN_BUNDLE_LIMIT } from "../../scripts/lib/build/mainBundle.mjs";

const ms = (value) => `${Math.round(value)} ms`;
const millis = (value) => `${value.toFixed(1)} ms`;
const mb = (value) => `${value.toFixed(0)} MB`;
const perSecond = (value) => `${value.toFixed(0)}/s`;
const percent = (share) => `${(share * 100).toFixed(0)} %`;

/** Milliseconds per frame available for the page's work: a sixtieth of a second minus the browser's own share. */
const FRAME_WORK_MS = 8;

/** Minimum milliseconds of what the browser calls a long task; shorter tasks are reported as 0. */
const LONG_TASK_MS = 50;

/** Maximum milliseconds between two frames: a frame may come at most 100 ms late. */
const LONGEST_GAP_MS = 100 + 1000 / 60;

/**
 * One line of the table. `holds` is undefined when there is no target.
 * @typedef {{ figure: string, asked: string, measured: string, holds?: boolean }} Line
 */

/** @returns {Line} a line with an upper limit */
const below = (figure, limit, value, format) => ({
  figure,
  asked: `< ${format(limit)}`,
  measured: format(value),
  holds: value < limit,
});

/** @returns {Line} a line without a target */
const told = (figure, measured) => ({ figure, asked: "", measured });

const pageLines = ({ bundle, paint, start, sandbox }) => [
  below("main bundle, compressed, before the editor", MAIN_BUNDLE_LIMIT, bundle, (n) => `${Math.round(n / 1000)} KB`),
  below("first paint, warm", 1000, paint.warm, ms),
  told("first paint, nothing cached", ms(paint.cold)),
  told("from the start of the product to the first paint, nothing cached", ms(start + paint.cold)),
  below("new sandbox, from the press to running", 1000, sandbox, ms),
];

const listLines = ({ some, all, heap }) => [
  below(`first rows of ${some.pods} pods`, 500, some.rows, ms),
  told(`all ${some.pods} read and watched`, ms(some.whole)),
  below(`first rows of ${all.pods} pods`, 500, all.rows, ms),
  told(`all ${all.pods} read and watched`, ms(all.whole)),
  below(`heap with ${all.pods} pods open`, 250, heap, mb),
];

const viewLines = ({ pods, overview, map }) => [
  below(`overview of ${pods} pods, after its data`, 500, overview, ms),
  below("map of 1,000 pods, after its data", 1000, map, ms),
];

const scrollLines = (how, { work, parts, rate, longestGap }) => [
  below(`${how}: main thread per frame`, FRAME_WORK_MS, work, millis),
  told("– of that script / style / layout", [parts.script, parts.style, parts.layout].map(millis).join(" / ")),
  { figure: "– frames", asked: "60/s *", measured: perSecond(rate), holds: rate >= 57 },
  told("– longest time between two frames", ms(longestGap)),
];

const eventLines = ({ name, events, longestGap, rate, work, longTasks, longestTask }) => [
  below(`${perSecond(events)} events, ${name}: longest time between two frames`, LONGEST_GAP_MS, longestGap, ms),
  told("– frames; main thread per frame", `${perSecond(rate)}; ${millis(work)}`),
  told("– tasks over 50 ms; the longest", `${longTasks}; ${ms(longestTask)}`),
];

const churnLines = ({ events, before, after, rate }) => [
  {
    figure: `heap before and after ${events} events`,
    asked: "flat",
    measured: `${mb(before)} → ${mb(after)}`,
    holds: after < before * 1.15 + 2,
  },
  told("– events worked in, as fast as they come", perSecond(rate)),
];

const quietLines = ({ still, changing }) => [
  told(
    "1,000 pods, nothing changes: page / painting, of a core",
    `${percent(still.page)} / ${percent(still.painting)}`,
  ),
  {
    figure: "1,000 pods, 10 changes a second: page / painting, of a core",
    asked: "far from 100 %",
    measured: `${percent(changing.page)} / ${percent(changing.painting)}`,
    holds: changing.page < 0.25,
  },
];

const orreryLines = ({ nodes, pods, active, idle }) => [
  below(`live view of ${nodes} nodes and ${pods} pods: main thread per frame`, FRAME_WORK_MS, active.work, millis),
  { figure: "– frames", asked: "60/s *", measured: perSecond(active.rate), holds: active.rate >= 57 },
  told("– longest time between two frames", ms(active.longestGap)),
  below("– the longest task", LONG_TASK_MS, active.longestTask, ms),
  below("– when nothing happens: page, of a core", 0.01, idle.page, (share) => `${(share * 100).toFixed(1)} %`),
];

const linesOf = (figures) => [
  ...pageLines(figures),
  ...listLines(figures),
  ...viewLines(figures.views),
  ...scrollLines(`${figures.all.pods} rows, turning the wheel`, figures.wheel),
  ...scrollLines(`${figures.all.pods} rows, dragging the scroll bar from end to end`, figures.drag),
  told("an empty page, turning the wheel: frames", perSecond(figures.plain.rate)),
  ...figures.events.flatMap(eventLines),
  ...churnLines(figures.churn),
  ...quietLines(figures.quiet),
  ...figures.orrery.flatMap(orreryLines),
];

const NOTES = `How it is measured. The built product runs as a browser user starts it, with a real server of real pods behind it, and a
real Chromium shows it; figures of the page come from the page's own clock and from the browser's tracing interface.

- *Main thread per frame* is the processor time of the page's main thread (script, style, layout, painting, and all else that
  it does), divided by its frames; what else the machine does hardly touches it. *Frames* are those that the main thread drew,
  by its own clock. Without a GPU the processor paints every pixel: an empty page shows how many frames that leaves,
  and what is marked * is to be read beside it. Dragging shows quite other rows in every frame.
- *First rows* run from the press on "Pods" in another list to the frame that shows rows; the median of three.
- *After its data* runs from the last byte that a view waits for to the frame that shows all of it; the median of three.
- *Events* are made by a stand-in: a cluster that passes all requests on to the server, and answers the watch of pods itself with
  changes (90 %), removals and additions of the server's own rows in the server's own form, because no server commits
  360,000 changes in a minute. They take the usual way: console host, WebSocket, page. The last event of a run adds a pod
  that sorts first, and a run is over when that row is shown.
- *An hour* of a busy cluster is taken as 360,000 events, compressed into as long as the page takes for them.
- *Live view* is the Orrery view while a deployment of a real sandbox is scaled by ten pods twice a second. To the large one, nodes
  and pods are added to the lists that the page reads, and 20 changes a second of these pods to its watch, because no server
  of that size can run beside the browser here.
- *Heap* is the live JavaScript heap after garbage was collected twice.
- *New sandbox* is a press on the button to the overview of the running sandbox; the median of three.`;

/**
 * A note when other programs kept the machine busy: then frames and wall-clock times are measured as worse than they
 * are.
 */
const busyLines = (load) =>
  load < cpus().length / 2
    ? []
    : [
        "",
        `The machine was busy with other work (load ${load.toFixed(1)} before the run): only processor times are reliable.`,
      ];

/** The report, in Markdown. @param load load average of the machine before the run */
export function report(figures, { browser, graphics, load }) {
  const machine = `Node ${process.version}, Chromium ${browser} (${graphics}), ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}`;
  const verdict = (holds) => (holds === undefined ? "" : holds ? "yes" : "**no**");
  return [
    "# The console's figures",
    "",
    "Made by `npm run bench -- console`; of one run on the machine named below.",
    "",
    `${new Date().toISOString().slice(0, 10)}, ${machine}`,
    ...busyLines(load),
    "",
    "| figure | asked | measured | holds |",
    "|---|---|---:|---|",
    ...linesOf(figures).map((line) => `| ${line.figure} | ${line.asked} | ${line.measured} | ${verdict(line.holds)} |`),
    "",
    NOTES,
    "",
  ].join("\n");
}
