import { type CelError, type CompileError, describeCompileError } from "../../../ground/cel/diagnostics.ts";

/** Why an expression has no value on any request. */
export const compilationError = (error: CompileError): string => `compilation error: ${describeCompileError(error)}`;

/** Why an expression has no value on one request. */
export const evaluationError = (expression: string, { message }: CelError): string =>
  `expression '${expression}' resulted in error: ${message}`;
