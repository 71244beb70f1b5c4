import { useTranslation } from "react-i18next";
import { useNamespaces } from "../../api/queries.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/forms/Select.tsx";
import { TextField } from "../../ui/forms/TextField.tsx";
import "./WatchForm.css";
import { Form } from "../../ui/forms/Form.tsx";

/** The list to watch and the version to start from. */
export interface WatchQuery {
  resource: string;
  namespace: string;
  from: "now" | "all";
}

export interface WatchFormProps {
  query: WatchQuery;
  onChange(change: Partial<WatchQuery>): void;
  types: readonly ResourceType[];
  running: boolean;
  refusal: string | undefined;
  onStart(): void;
  onStop(): void;
}

/** The form for the list to watch, and the version to start from. */
export function WatchForm({ query, onChange, types, running, refusal, onStart, onStop }: WatchFormProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const namespaces = useNamespaces(cluster.id);
  return (
    <Form
      className="watchForm"
      aria-label={t("activity.watch")}
      onSubmit={() => {
        if (running) onStop();
        else if (refusal === undefined) onStart();
      }}
    >
      <TextField
        label={t("activity.list")}
        hint={refusal ?? t("activity.listHint")}
        value={query.resource}
        disabled={running}
        suggestions={types.map(({ group, resource }) => (group === "" ? resource : `${resource}.${group}`))}
        onChange={(event) => onChange({ resource: event.target.value })}
        data-testid="watch-resource"
      />
      <TextField
        label={t("activity.namespace")}
        hint={t("activity.namespaceHint")}
        value={query.namespace}
        disabled={running}
        suggestions={namespaces.data ?? []}
        onChange={(event) => onChange({ namespace: event.target.value })}
        data-testid="watch-namespace"
      />
      <Select
        label={t("activity.from")}
        value={query.from}
        onChange={(from) => onChange({ from: from === "all" ? "all" : "now" })}
        options={[
          { value: "now", label: t("activity.fromNow") },
          { value: "all", label: t("activity.fromAll") },
        ]}
        testId="watch-from"
      />
      <Button
        type="submit"
        variant={running ? "plain" : "primary"}
        refusal={running ? undefined : refusal}
        data-testid="watch-start"
      >
        {t(running ? "activity.stop" : "activity.start")}
      </Button>
    </Form>
  );
}
