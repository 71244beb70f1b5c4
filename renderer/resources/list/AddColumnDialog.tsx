import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useObject } from "../../api/queries.ts";
import { pluralKind, type ResourceType } from "../../api/resourceType.ts";
import {
  cellsFinder,
  isPath,
  LONGEST_NAME,
  LONGEST_PATH,
  labelPath,
  normalPath,
  type OwnColumn,
  pathsIn,
} from "../../api/tables/ownColumns.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { Button } from "../../ui/Button.tsx";
import { Segmented } from "../../ui/forms/Segmented.tsx";
import { TextField } from "../../ui/forms/TextField.tsx";
import { Dialog } from "../../ui/layers/Dialog.tsx";
import "./AddColumnDialog.css";
import { Form } from "../../ui/forms/Form.tsx";

export interface AddColumnDialogProps {
  type: ResourceType;
  /** Names of the existing columns. */
  taken: readonly string[];
  /** A row whose object is used as the example. */
  example: ResourceRow | undefined;
  /** Label keys of the rows. */
  labels: readonly string[];
  onAdd(column: OwnColumn): void;
  onClose(): void;
}

/** The default name of a column: the last part of its path. */
const nameOf = (path: string): string => /([A-Za-z0-9_-]+)[^A-Za-z0-9_-]*$/.exec(path)?.[1] ?? path;

/** Adds a column for a label or a JSON path, with a preview of its value for one of the objects. */
export function AddColumnDialog({ type, taken, example, labels, onAdd, onClose }: AddColumnDialogProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const [kind, setKind] = useState("label");
  const [text, setText] = useState("");
  const [given, setName] = useState("");
  const locator = { ...type, namespace: example?.namespace ?? "", name: example?.name ?? "" };
  const asked = useObject(example?.cluster?.id ?? cluster.id, locator, { live: false, enabled: example !== undefined });
  const object = asked.data;
  const paths = useMemo(() => (object === undefined ? [] : pathsIn(object)), [object]);
  const path = text.trim() === "" ? "" : kind === "label" ? labelPath(text.trim()) : normalPath(text);
  const name = (given.trim() === "" ? (kind === "label" ? text.trim() : nameOf(path)) : given.trim()).slice(
    0,
    LONGEST_NAME,
  );
  const problem =
    path === ""
      ? t("listSetup.columnEmpty")
      : !isPath(path)
        ? t("listSetup.columnNoPath")
        : taken.some((other) => other.toLowerCase() === name.toLowerCase())
          ? t("listSetup.columnTaken", { name })
          : undefined;
  const found = useMemo(
    () => (object === undefined || !isPath(path) ? undefined : cellsFinder([{ name, path }], type.resource)(object)[0]),
    [object, path, name, type.resource],
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("listSetup.addColumnTitle", { kind: pluralKind(type.kind, type.resource) })}
      testId="column-dialog"
    >
      <Form
        className="formStack"
        onSubmit={() => {
          if (problem !== undefined) return;
          onAdd({ name, path });
          onClose();
        }}
      >
        <Segmented
          label={t("listSetup.columnShows")}
          value={kind}
          options={[
            { value: "label", label: t("browse.labelSelector") },
            { value: "path", label: t("listSetup.jsonPath") },
          ]}
          onChange={(next) => {
            setKind(next);
            setText("");
          }}
          testId="column-kind"
        />
        <TextField
          // A separate field for each kind of column, so that the suggestions match.
          key={kind}
          label={kind === "label" ? t("listSetup.labelKey") : t("listSetup.jsonPath")}
          hint={kind === "label" ? t("listSetup.labelKeyHint") : t("listSetup.jsonPathHint")}
          value={text}
          maxLength={LONGEST_PATH}
          suggestions={kind === "label" ? labels : paths}
          autoFocus
          onChange={(event) => setText(event.target.value)}
          data-testid="column-path"
        />
        <TextField
          label={t("listSetup.columnName")}
          value={given}
          placeholder={name}
          maxLength={LONGEST_NAME}
          onChange={(event) => setName(event.target.value)}
          data-testid="column-name"
        />
        <p className="columnExample muted" role="status" data-testid="column-example">
          {path === "" || example === undefined ? null : problem !== undefined ? (
            problem
          ) : (
            <>
              {t("listSetup.columnExample", { name: example.name })}{" "}
              <span className="mono">
                {found === undefined || found === null ? t("listSetup.columnNothing") : String(found)}
              </span>
            </>
          )}
        </p>
        <div className="dialogActions">
          <Button onClick={onClose}>{t("app.cancel")}</Button>
          <Button type="submit" variant="primary" refusal={problem} data-testid="column-save">
            {t("listSetup.addColumnDo")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
