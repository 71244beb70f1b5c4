import { type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { resolveColour } from "../ui/resolveColour.ts";
import { useIsDark } from "../ui/theme.ts";
import { drawSky, type Palette, type Picture } from "./drawSky.ts";
import { type Body, bodyAt, type Moon, placeBodies } from "./model/bodies.ts";
import type { Cast } from "./useCast.ts";
import type { Showing } from "./usePlayer.ts";

export interface OrreryCanvasProps {
  readonly cast: Cast;
  readonly showing: Showing | undefined;
  readonly revision: number;
  readonly revisionText: string;
  readonly followed: ReadonlySet<string> | undefined;
  /** The accessible name of the picture; the list beside it has the same content in words. */
  readonly label: string;
  onChoose(body: Body, moon: Moon | undefined): void;
}

const COLOURS: Readonly<Record<keyof Palette, string>> = {
  text: "--text",
  muted: "--muted",
  faint: "--faint",
  line: "--line",
  strong: "--line-strong",
  accent: "--accent",
  surface: "--surface",
  good: "--good",
  warn: "--warn",
  bad: "--bad",
};

/** The picture. Draws frames while something moves, and when something has changed. */
export function OrreryCanvas(props: OrreryCanvasProps) {
  const { cast, showing, revision, revisionText, followed, label, onChoose } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [hovered, setHovered] = useState<string>();
  const [palette, setPalette] = useState<{ colours: Palette; font: string }>();
  const dark = useIsDark();
  const still = useStillness();

  useEffect(() => {
    const node = canvas.current?.parentElement;
    if (node === null || node === undefined) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    const node = canvas.current?.parentElement;
    if (node === null || node === undefined) return;
    const style = getComputedStyle(node);
    const colours = Object.fromEntries(
      Object.entries(COLOURS).map(([name, property]) => [name, resolveColour(node, style.getPropertyValue(property))]),
    ) as Palette;
    setPalette({ colours, font: style.fontFamily });
  }, [dark]);

  const sky = useMemo(() => placeBodies(size, cast.actors, cast.nodes), [size, cast.actors, cast.nodes]);

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context === null || context === undefined || palette === undefined || size.width === 0) return;
    let frame = 0;
    const draw = (): void => {
      const since = showing === undefined ? 1 : (performance.now() - showing.began) / showing.takes;
      const moves = showing !== undefined && since < 1 && !still;
      const picture: Picture = {
        ...{ sky, revision, revisionText, followed, hovered, waiting: cast.waiting },
        palette: palette.colours,
        font: palette.font,
        pulses: moves ? (showing?.pulses ?? []) : [],
        part: Math.min(1, Math.max(0, since)),
      };
      const scale = window.devicePixelRatio;
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.clearRect(0, 0, size.width, size.height);
      drawSky(context, picture);
      if (moves) frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [sky, palette, size, showing, revision, revisionText, followed, hovered, cast.waiting, still]);

  const find = (event: PointerEvent) => bodyAt(sky, event.nativeEvent.offsetX, event.nativeEvent.offsetY);
  const scale = typeof devicePixelRatio === "number" ? devicePixelRatio : 1;
  return (
    <canvas
      ref={canvas}
      className={hovered === undefined ? "sky" : "sky choosable"}
      role="img"
      aria-label={label}
      data-testid="orrery-sky"
      width={size.width * scale}
      height={size.height * scale}
      style={{ width: size.width, height: size.height }}
      onPointerMove={(event) => {
        const found = find(event);
        setHovered(found?.moon?.id ?? found?.body.id);
      }}
      onPointerLeave={() => setHovered(undefined)}
      onPointerUp={(event) => {
        const found = find(event);
        if (found !== undefined) onChoose(found.body, found.moon);
      }}
    />
  );
}

/** Whether the user prefers reduced motion. */
function useStillness(): boolean {
  const [still, setStill] = useState(() => matchMedia("(prefers-reduced-motion: reduce)").matches);
  useEffect(() => {
    const query = matchMedia("(prefers-reduced-motion: reduce)");
    const follow = (): void => setStill(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  return still;
}
