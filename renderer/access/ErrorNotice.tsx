import { ErrorText } from "./ErrorText.tsx";

/** Tells of an error where it happened; nothing without one. */
export function ErrorNotice({ error, testId }: { error: unknown; testId?: string }) {
  if (error === null || error === undefined) return null;
  return (
    <p className="notice bad" role="alert" data-testid={testId}>
      <ErrorText error={error} />
    </p>
  );
}
