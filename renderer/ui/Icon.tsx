import "./Icon.css";

/** The project's own line icons on a 16-pixel grid. Decorative: always next to a text or inside a labelled control. */
const PATHS = {
  search: "M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14",
  close: "M4 4l8 8M12 4l-8 8",
  chevronDown: "M4 6l4 4 4-4",
  chevronLeft: "M10 4l-4 4 4 4",
  chevronRight: "M6 4l4 4-4 4",
  check: "M3.5 8.5l3 3 6-7",
  sun: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1",
  moon: "M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z",
  screen: "M2 3h12v8H2zM6 14h4M8 11v3",
  columns: "M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  trash: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5M7 7v3.5M9 7v3.5",
  pencil: "M3 13l.6-2.6L10.8 3.2l2 2L5.6 12.4 3 13Z",
  copy: "M5.5 5.5h7v7h-7zM10.5 5.5v-2h-7v7h2",
  key: "M9.7 8.7a3.4 3.4 0 1 0-2.4-2.4L2.5 11v2.5H5l.5-1.5H7l.5-1.5 2.2-1.8ZM10.7 5.3h.01",
  home: "M2.5 7.5L8 3l5.5 4.5M4 6.5V13h8V6.5",
  refresh: "M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3",
  lock: "M4 7.5h8V13H4zM5.5 7.5V5.3a2.5 2.5 0 0 1 5 0v2.2",
  alert: "M8 2.5L14.5 13h-13L8 2.5ZM8 6.5V9.5M8 11.2v.1",
  inbox: "M2.5 9.5L4.5 3.5h7l2 6V13h-11V9.5ZM2.5 9.5H6l.8 1.5h2.4l.8-1.5h3.5",
  external: "M6 3.5H3.5v9h9V10M9 3h4v4M13 3L7.5 8.5",
  keyboard: "M1.5 4h13v8h-13zM4 6.5h.01M6.5 6.5h.01M9 6.5h.01M11.5 6.5h.01M5 9.5h6",
  language: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2 8h12M8 2c3.5 3.5 3.5 8.5 0 12M8 2c-3.5 3.5-3.5 8.5 0 12",
  arrowUp: "M8 13V3.5M4 7l4-4 4 4",
  arrowDown: "M8 3v9.5M4 9l4 4 4-4",
  arrowRight: "M3 8h9.5M9 4l4 4-4 4",
  plug: "M6 2v3.5M10 2v3.5M4 5.5h8V8a4 4 0 0 1-8 0V5.5ZM8 12v2.5",
  pulse: "M1.5 8.5h3l2-5 3 9.5 2-4.5h3",
  clock: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.5V8l2.5 1.5",
  orbit: "M8 9.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2ZM8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM12.4 3.4h.01M2.6 10.6h.01",
  map: "M2 6h4v4H2zM10 2.5h4v3.5h-4zM10 10h4v3.5h-4zM6 8h2M8 8V4.2h2M8 8v3.8h2",
  book: "M8 4C6.5 3 4.5 2.8 2.5 3v9.5c2-.2 4 0 5.5 1 1.5-1 3.5-1.2 5.5-1V3C11.5 2.8 9.5 3 8 4Zm0 0v9.5",
  more: "M8 3.6h.01M8 8h.01M8 12.4h.01",
  star: "M8 2l1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5L8 2Z",
  starFull: "M8 2l1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5L8 2ZM8 4v7M6 6.5h4M5 7h6M6 9h4",
  play: "M5 3.5v9l7-4.5-7-4.5Z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  step: "M4 3.5v9l6-4.5-6-4.5ZM12 3.5v9",
  bolt: "M9 1.5L3.5 9H8l-1 5.5L12.5 7H8l1-5.5Z",
  gauge: "M2.5 12a5.8 5.8 0 1 1 11 0M8 10.5l2.6-3.6",
  helm: "M8 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM8 9.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4ZM8 1.5V4M8 12v2.5M1.5 8H4M12 8h2.5M3.4 3.4l1.8 1.8M10.8 10.8l1.8 1.8M3.4 12.6l1.8-1.8M10.8 5.2l1.8-1.8",
  compass: "M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM10.8 5.2L9.2 9.2l-4 1.6 1.6-4 4-1.6Z",
  person: "M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8ZM2.5 13.5c.6-2.3 2.8-3.5 5.5-3.5s4.9 1.2 5.5 3.5",
  panes: "M2 3h12v10H2zM8 3v10",
  follow: "M3 5.5h9.5M10 3l2.5 2.5L10 8M13 10.5H3.5M6 8l-2.5 2.5L6 13",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  gear: "M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM6.8 2h2.4l.4 1.7 1.2.7 1.7-.5 1.2 2.1-1.3 1.2v1.6l1.3 1.2-1.2 2.1-1.7-.5-1.2.7-.4 1.7H6.8l-.4-1.7-1.2-.7-1.7.5L2.3 10l1.3-1.2V7.2L2.3 6l1.2-2.1 1.7.5 1.2-.7L6.8 2Z",
  terminal: "M2 3h12v10H2zM4.5 6l2 2-2 2M8 10h3",
  boxes: "M2.5 8.5h5v5h-5zM8.5 8.5h5v5h-5zM5.5 2.5h5v5h-5z",
  sliders: "M2.5 5h6M11.5 5h2M8.5 3.2v3.6h3V3.2ZM2.5 11h2M7.5 11h6M4.5 9.2v3.6h3V9.2Z",
  network: "M6 2.5h4v3.5H6zM2 10.5h4V14H2zM10 10.5h4V14h-4zM8 6v2.2M4 10.5V8.2h8v2.3",
  disk: "M8 6.2c3 0 5-.8 5-1.9S11 2.5 8 2.5s-5 .7-5 1.8 2 1.9 5 1.9ZM3 4.3v7.4c0 1.1 2 1.8 5 1.8s5-.7 5-1.8V4.3M3 8c0 1.1 2 1.8 5 1.8S13 9.100 13 8",
  server: "M2.5 3h11v4.2h-11zM2.5 8.800h11V13h-11zM5 5.100h.01M5 10.900h.01",
  puzzle: "M3 5h3.200a1.600 1.600 0 1 1 3.600 0H13v3.200a1.600 1.600 0 1 0 0 3.600V13.500H3V5Z",
  bookmark: "M4.5 2.5h7v11L8 10.6l-3.5 2.9v-11Z",
  layers: "M8 2.5l6 3-6 3-6-3 6-3ZM2.4 8.3L8 11l5.6-2.7M2.4 11L8 13.7l5.6-2.7",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="uiIcon"
      style={size === 16 ? undefined : { width: size, height: size }}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
