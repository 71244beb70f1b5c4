/** The data model of lessons: plain data, shared by the console and the terminal. */

/** A text in every language. Parts in `backticks` are code. */
export interface LessonText {
  readonly en: string;
  readonly de: string;
}

export interface LessonRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** API path with its query; `$(name)` is replaced by a value kept from an earlier response. */
  readonly path: string;
  readonly accept?: string;
  readonly contentType?: string;
  readonly body?: unknown;
  /** The user to impersonate, if any. */
  readonly as?: string;
  /** Values to keep from the response: name → JSON pointer. */
  readonly keep?: Readonly<Record<string, string>>;
}

/** A condition on a part of a response. */
export interface Expectation {
  /** JSON pointer into the body; `*` matches all elements of a list, each of which must satisfy the condition. */
  readonly at: string;
  /** The required value. If neither this nor a condition below is set, a value must exist. */
  readonly equals?: unknown;
  /** Lower and upper bound of a number. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Regular expression that a text must match. */
  readonly matches?: string;
  /** Required number of values. */
  readonly count?: number;
  /** False: there must be no value. */
  readonly exists?: boolean;
}

/** Checks the state of the server. */
export interface StateCheck {
  readonly says: LessonText;
  readonly ask: LessonRequest;
  readonly status: number;
  readonly expect?: readonly Expectation[];
}

/** Checks that the learner sent a certain request. */
export interface SeenCheck {
  readonly says: LessonText;
  readonly seen: {
    readonly method: LessonRequest["method"];
    /** Regular expression for the decoded path and query. */
    readonly path: string;
    /** Accepted status codes. */
    readonly status: readonly number[];
    readonly as?: string;
    /** Regular expression that the response must match. */
    readonly answer?: string;
    /** Regular expression that the response must not match. */
    readonly lacks?: string;
  };
}

export type Check = StateCheck | SeenCheck;

/** A request of the model solution, with its expected status. */
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
  /** The id in `orrery lesson NAME` and in addresses. */
  readonly id: string;
  readonly title: LessonText;
  readonly summary: LessonText;
  readonly minutes: number;
  /** The lesson's own namespace; everything in it is deleted when the lesson is reset. */
  readonly namespace: string;
  /** Requests to send once the namespace exists. */
  readonly setup: readonly LessonRequest[];
  /**
   * Requests to send before the namespace is deleted: for objects outside of it, or that would block its deletion.
   * Missing objects are not an error.
   */
  readonly cleanup: readonly LessonRequest[];
  readonly steps: readonly LessonStep[];
}
