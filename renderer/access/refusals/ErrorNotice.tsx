import { ErrorText } from "./ErrorText.tsx";

/** Shows an error where it happened; renders nothing without one. */
export function ErrorNotice({ error, testId }: { error: unknown; testId?: string }) {
  if (error === null || error === undefined) return null;
  return (
    <p className="notice bad" role="alert" data-testid={testId}>
      <ErrorText error={error} />
    </p>
  );
}
