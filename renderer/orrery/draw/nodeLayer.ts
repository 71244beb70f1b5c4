import type { Body, NodePlan, Sky } from "../model/bodies.ts";
import { drawNode, type NodeStyle } from "./drawNode.ts";
import type { Context } from "./picture.ts";

/** Maximum number of nodes drawn per frame, so that even a thousand of them block nothing else. */
const AT_ONCE = 60;
/** Pixels around the extent of a node that the outlines of its pods may cover. */
const MARGIN = 1.25;

/** The layer of the nodes and their pods: a node is drawn again only if it changed. */
export class NodeLayer {
  readonly #context: Context;
  readonly #drawn = new Map<string, Body>();
  #due: readonly Body[] = [];
  #next = 0;
  #plan: NodePlan | undefined;
  #scale = 0;
  #style: NodeStyle | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Records what to show; {@link drawSome} draws it. @param scale layer pixels per picture pixel */
  show(sky: Sky, style: NodeStyle, scale: number): void {
    if (sky.plan !== this.#plan || scale !== this.#scale) this.#clear();
    this.#plan = sky.plan;
    this.#scale = scale;
    const { palette, font, followed } = this.#style ?? {};
    const isOtherLook = palette !== style.palette || font !== style.font || followed !== style.followed;
    // Nodes that have not been drawn for an earlier call are still due.
    const late = new Set(this.#due.slice(this.#next).map(({ id }) => id));
    this.#style = style;
    this.#due = sky.bodies.filter(
      (body) => body.kind === "node" && (isOtherLook || late.has(body.id) || this.#drawn.get(body.id) !== body),
    );
    this.#next = 0;
  }

  /** Draws the next few due nodes. @returns whether more are due */
  drawSome(): boolean {
    const [context, style] = [this.#context, this.#style];
    if (style === undefined) return false;
    context.setTransform(this.#scale, 0, 0, this.#scale, 0, 0);
    for (const body of this.#due.slice(this.#next, this.#next + AT_ONCE)) {
      const before = this.#drawn.get(body.id);
      if (before !== undefined) this.#wipe(before);
      drawNode(context, style, body);
      this.#drawn.set(body.id, body);
    }
    this.#next = Math.min(this.#due.length, this.#next + AT_ONCE);
    return this.#next < this.#due.length;
  }

  /** Erases a node with its pods as a disc; a rectangle might cut into its neighbours. */
  #wipe({ x, y, extent }: Body): void {
    const context = this.#context;
    context.globalCompositeOperation = "destination-out";
    context.beginPath();
    context.arc(x, y, extent + MARGIN, 0, 2 * Math.PI);
    context.fill();
    context.globalCompositeOperation = "source-over";
  }

  #clear(): void {
    this.#drawn.clear();
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
    this.#context.clearRect(0, 0, this.#context.canvas.width, this.#context.canvas.height);
  }
}
