import { type CelError, type CompileError, describeCompileError } from "../../../ground/cel/diagnostics.ts";

/** The error of an expression that does not compile. */
export const compilationError = (error: CompileError): string => `compilation error: ${describeCompileError(error)}`;

/** The error of an expression for one request. */
export const evaluationError = (expression: string, { message }: CelError): string =>
  `expression '${expression}' resulted in error: ${message}`;
