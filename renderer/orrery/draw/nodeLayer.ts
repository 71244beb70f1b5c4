import type { Body, NodePlan, Sky } from "../model/bodies.ts";
import { drawNode, type NodeLook } from "./drawNode.ts";
import type { Context } from "./picture.ts";

/** Nodes that are drawn in one frame, so that even a thousand of them delay no other work. */
const AT_ONCE = 60;
/** Pixels around the extent of a node into which the points of its pods reach. */
const MARGIN = 1.25;

/** The layer of the nodes and their pods: a node is drawn again only when it changed. */
export class NodeLayer {
  readonly #context: Context;
  readonly #drawn = new Map<string, Body>();
  #due: readonly Body[] = [];
  #next = 0;
  #plan: NodePlan | undefined;
  #scale = 0;
  #look: NodeLook | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Takes note of what is to be shown; {@link drawSome} draws it. @param scale pixels of the layer for each of the picture */
  show(sky: Sky, look: NodeLook, scale: number): void {
    if (sky.plan !== this.#plan || scale !== this.#scale) this.#clear();
    this.#plan = sky.plan;
    this.#scale = scale;
    const { palette, font, followed } = this.#look ?? {};
    const isOtherLook = palette !== look.palette || font !== look.font || followed !== look.followed;
    // What another look has not reached yet is still due.
    const late = new Set(this.#due.slice(this.#next).map(({ id }) => id));
    this.#look = look;
    this.#due = sky.bodies.filter(
      (body) => body.kind === "node" && (isOtherLook || late.has(body.id) || this.#drawn.get(body.id) !== body),
    );
    this.#next = 0;
  }

  /** Draws the next few nodes that are due. @returns whether more are */
  drawSome(): boolean {
    const [context, look] = [this.#context, this.#look];
    if (look === undefined) return false;
    context.setTransform(this.#scale, 0, 0, this.#scale, 0, 0);
    for (const body of this.#due.slice(this.#next, this.#next + AT_ONCE)) {
      const before = this.#drawn.get(body.id);
      if (before !== undefined) this.#wipe(before);
      drawNode(context, look, body);
      this.#drawn.set(body.id, body);
    }
    this.#next = Math.min(this.#due.length, this.#next + AT_ONCE);
    return this.#next < this.#due.length;
  }

  /** Removes a node with its pods, and nothing of its neighbours, which a rectangle might touch. */
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
