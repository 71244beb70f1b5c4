/** What a lesson is made of: plain data, the same for the console and the terminal. */

/** A text in every language. Parts in `backticks` are code. */
export interface LessonText {
  readonly en: string;
  readonly de: string;
}

export interface LessonRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** API path with its query; `$(name)` stands for what an earlier answer gave. */
  readonly path: string;
  readonly accept?: string;
  readonly contentType?: string;
  readonly body?: unknown;
  /** The user to act as, instead of oneself. */
  readonly as?: string;
  /** Values to keep of the answer: name → JSON pointer. */
  readonly keep?: Readonly<Record<string, string>>;
}

/** Something that must hold for a part of an answer. */
export interface Expectation {
  /** JSON pointer into the body; `*` stands for every element of a list, all of which are meant. */
  readonly at: string;
  /** The value there; without it and what follows, only whether there is one. */
  readonly equals?: unknown;
  /** A number that the value is at least, or at most. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Regular expression for a text. */
  readonly matches?: string;
  /** How many values there must be. */
  readonly count?: number;
  /** False: there must be nothing. */
  readonly exists?: boolean;
}

/** Asks the server how things stand. */
export interface StateCheck {
  readonly says: LessonText;
  readonly ask: LessonRequest;
  readonly status: number;
  readonly expect?: readonly Expectation[];
}

/** Looks for a request that the learner sent. */
export interface SeenCheck {
  readonly says: LessonText;
  readonly seen: {
    readonly method: LessonRequest["method"];
    /** Regular expression for path and query, decoded. */
    readonly path: string;
    /** Any of these. */
    readonly status: readonly number[];
    readonly as?: string;
    /** Regular expression that the answer must match. */
    readonly answer?: string;
    /** Regular expression that it must not. */
    readonly lacks?: string;
  };
}

export type Check = StateCheck | SeenCheck;

/** A request of the intended solution, with the status it must get. */
export interface SolutionRequest extends LessonRequest {
  readonly status: number;
}

export interface LessonStep {
  readonly id: string;
  readonly title: LessonText;
  /** Paragraphs. */
  readonly text: readonly LessonText[];
  readonly hints: readonly LessonText[];
  readonly checks: readonly Check[];
  readonly solution: readonly SolutionRequest[];
}

export interface Lesson {
  /** As `orrery lesson NAME` and addresses call it. */
  readonly id: string;
  readonly title: LessonText;
  readonly summary: LessonText;
  readonly minutes: number;
  /** Its own; everything in it goes when the lesson is reset. */
  readonly namespace: string;
  /** Sent once the namespace exists. */
  readonly setup: readonly LessonRequest[];
  /**
   * Sent before the namespace is deleted: for objects outside of it, or that would hold it. Missing objects are no
   * error.
   */
  readonly cleanup: readonly LessonRequest[];
  readonly steps: readonly LessonStep[];
}
