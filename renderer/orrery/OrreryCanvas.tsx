import { type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { resolveColour } from "../ui/theme/resolveColour.ts";
import { useIsDark } from "../ui/theme/theme.ts";
import { drawMotion } from "./draw/drawMotion.ts";
import { drawScene } from "./draw/drawScene.ts";
import { NodeLayer } from "./draw/nodeLayer.ts";
import { type Context, type Palette, type Scene, SERVER } from "./draw/picture.ts";
import { type Found, foundAt, placeBodies, type Sky } from "./model/bodies.ts";
import type { Cast } from "./useCast.ts";
import type { Showing } from "./usePlayer.ts";
import { useStillness } from "./useStillness.ts";

export interface OrreryCanvasProps extends Pick<Scene, "ring" | "revision" | "revisionText" | "followed" | "trails"> {
  readonly cast: Cast;
  readonly showing: Showing | undefined;
  /** The accessible name of the picture; the adjacent list has the same content in words. */
  readonly label: string;
  onChoose(found: Found): void;
}

const COLOURS: Readonly<Record<keyof Palette, string>> = {
  text: "--text",
  muted: "--muted",
  faint: "--faint",
  line: "--line",
  strong: "--line-strong",
  accent: "--accent",
  soft: "--accent-soft",
  surface: "--surface",
  sunken: "--sunken",
  good: "--good",
  warn: "--warn",
  bad: "--bad",
};

/** Clears a canvas. */
function clear(context: Context): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
}

/**
 * The picture on three stacked canvases: what does not move during a step, the nodes with their pods, and what moves.
 * Each is drawn only when its content changes; when nothing happens, none is drawn.
 */
export function OrreryCanvas(props: OrreryCanvasProps) {
  const { cast, showing, ring, revision, revisionText, followed, trails, label, onChoose } = props;
  const ground = useRef<HTMLCanvasElement>(null);
  const nodes = useRef<HTMLCanvasElement>(null);
  const layer = useRef<NodeLayer>(undefined);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [hovered, setHovered] = useState<string>();
  const [look, setLook] = useState<{ palette: Palette; font: string }>();
  const dark = useIsDark();
  const isStill = useStillness();

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
    const palette = Object.fromEntries(
      Object.entries(COLOURS).map(([name, property]) => [name, resolveColour(node, style.getPropertyValue(property))]),
    ) as Palette;
    setLook({ palette, font: style.fontFamily });
  }, [dark]);

  const before = useRef<Sky>(undefined);
  const sky = useMemo(
    () => placeBodies(size, cast.actors, cast.nodes, before.current),
    [size, cast.actors, cast.nodes],
  );
  before.current = sky;
  const scene = useMemo(
    (): Scene | undefined =>
      look === undefined || size.width === 0
        ? undefined
        : { ...look, sky, ring, revision, revisionText, followed, trails, waiting: cast.waiting },
    [look, size, sky, ring, revision, revisionText, followed, trails, cast.waiting],
  );
  const scale = typeof devicePixelRatio === "number" ? devicePixelRatio : 1;

  useEffect(() => {
    const context = ground.current?.getContext("2d");
    if (context === null || context === undefined || scene === undefined) return;
    clear(context);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    drawScene(context, scene);
  }, [scene, scale]);

  useEffect(() => {
    const context = nodes.current?.getContext("2d");
    if (context === null || context === undefined || look === undefined) return;
    layer.current ??= new NodeLayer(context);
    const shown = layer.current;
    shown.show(sky, { ...look, followed }, scale);
    let frame = 0;
    const draw = (): void => {
      if (shown.drawSome()) frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [sky, look, followed, scale]);

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context === null || context === undefined || scene === undefined) return;
    let frame = 0;
    const draw = (): void => {
      const since = showing === undefined ? 1 : (performance.now() - showing.began) / showing.duration;
      const moves = showing !== undefined && since < 1 && !isStill;
      clear(context);
      context.setTransform(scale, 0, 0, scale, 0, 0);
      const part = Math.min(1, Math.max(0, since));
      drawMotion(context, scene, { pulses: showing?.pulses ?? [], isStill: !moves, part, hovered });
      if (moves) frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [scene, scale, showing, hovered, isStill]);

  const find = (event: PointerEvent) => foundAt(sky, event.nativeEvent.offsetX, event.nativeEvent.offsetY);
  const extent = {
    width: size.width * scale,
    height: size.height * scale,
    style: { width: size.width, height: size.height },
  };
  return (
    <>
      <canvas ref={ground} className="sky" {...extent} />
      <canvas ref={nodes} className="sky" {...extent} />
      <canvas
        ref={canvas}
        {...extent}
        className={hovered === undefined ? "sky" : "sky choosable"}
        role="img"
        aria-label={label}
        data-testid="orrery-sky"
        onPointerMove={(event) => {
          const found = find(event);
          setHovered(found === undefined ? undefined : (found.moon?.id ?? found.body?.id ?? SERVER));
        }}
        onPointerLeave={() => setHovered(undefined)}
        onPointerUp={(event) => {
          const found = find(event);
          if (found !== undefined) onChoose(found);
        }}
      />
    </>
  );
}
