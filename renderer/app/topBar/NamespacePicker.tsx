import { Command } from "cmdk";
import { Popover } from "radix-ui";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { useNamespaces } from "../../api/queries.ts";
import { MarkBox } from "../../ui/forms/MarkBox.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { useClusterScope } from "../clusterContext.ts";
import { MOST_NAMESPACES, namespacesIn, toggledName } from "../nameList.ts";
import { groupFromUrl, listUrl } from "../urls.ts";
import { addressNow, setParam, useAddress } from "../useAddress.ts";
import { useHasNamespace } from "../useHasNamespace.ts";
import { rememberNamespace } from "./knownNamespaces.ts";
import { useOfferedNamespaces } from "./offeredNamespaces.ts";
import "../../ui/forms/Field.css";
import "../../ui/layers/popover.css";
import "./barButton.css";
import "./NamespacePicker.css";

/** The choice in the address; views render it slightly later. */
const chosenNow = (): string => addressNow().get("ns") ?? "";

/**
 * Chooses the namespace, which is stored in the URL. Users who may not list namespaces choose among those that they
 * used before, or type a name. In a view without a namespace in its address, the choice opens a list.
 */
export function NamespacePicker() {
  const { t } = useTranslation();
  const { cluster, namespaces: chosen } = useClusterScope();
  const namespaces = useNamespaces(cluster.id);
  const offered = useOfferedNamespaces(cluster);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [current, setCurrent] = useState("");
  const [, changeAddress] = useAddress();
  const params = useParams();
  const navigate = useNavigate();
  const hasNamespace = useHasNamespace();

  const choose = (name: string, more = false): void => {
    if (!more) {
      setOpen(false);
      setText("");
    }
    if (!name.includes(",")) rememberNamespace(localStorage, cluster.id, name);
    const { group, version, resource } = params;
    if (!hasNamespace) {
      // Views of an object open the list of its kind, other views the list of pods.
      const type =
        group !== undefined && version !== undefined && resource !== undefined
          ? { group: groupFromUrl(group), version, resource }
          : { group: "", version: "v1", resource: "pods" };
      navigate(listUrl(cluster.id, type, name));
      return;
    }
    const edit = (next: URLSearchParams): void => {
      setParam(next, "ns", name);
      next.delete("sel");
    };
    changeAddress(edit, { replace: false });
  };

  const show = (isOpen: boolean): void => {
    setOpen(isOpen);
    // A namespace may have been created since the names were read.
    if (isOpen && !namespaces.isError) void namespaces.refetch();
  };
  const selected = namespacesIn(chosen);
  const isFull = selected.length === MOST_NAMESPACES;
  const toggle = (name: string): void => {
    const now = namespacesIn(hasNamespace ? chosenNow() : chosen);
    if (now.length === MOST_NAMESPACES && !now.includes(name)) return;
    choose(toggledName(now.join(","), name), true);
  };
  const names = namespaces.data ?? offered;
  const typed = text.trim().toLowerCase();
  return (
    <Popover.Root open={open} onOpenChange={show}>
      <Popover.Trigger asChild>
        <button
          type="button"
          className="barButton nsTrigger"
          aria-label={t("top.namespace")}
          data-testid="namespace-picker"
        >
          <span className="faint">ns</span>
          <span className="nsName">{chosen === "" ? t("top.allNamespaces") : selected.join(", ")}</span>
          <Icon name="chevronDown" size={14} />
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="popover nsPopover" align="start" sideOffset={6} aria-label={t("top.namespace")}>
          <Command
            label={t("top.namespace")}
            value={current}
            onValueChange={setCurrent}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !names.includes(current)) return;
              event.preventDefault();
              toggle(current);
            }}
          >
            <Command.Input
              className="uiInput"
              placeholder={t("top.findNamespace")}
              value={text}
              onValueChange={setText}
              data-testid="namespace-search"
            />
            {namespaces.data === undefined && namespaces.isError ? (
              <p className="menuLabel">{t("top.namespacesForbidden")}</p>
            ) : null}
            <Command.List className="nsList">
              <Command.Item className="menuItem" value={t("top.allNamespaces")} onSelect={() => choose("")}>
                <span className="menuCheck">{chosen === "" ? <Icon name="check" /> : null}</span>
                {t("top.allNamespaces")}
              </Command.Item>
              {names.map((name) => (
                <Command.Item
                  className="menuItem"
                  key={name}
                  value={name}
                  onSelect={() => choose(name)}
                  onClickCapture={(event) => {
                    const onBox = event.target instanceof Element && event.target.closest(".markBox") !== null;
                    if (!onBox && !event.ctrlKey && !event.metaKey) return;
                    event.stopPropagation();
                    toggle(name);
                  }}
                  data-testid={`namespace-${name}`}
                >
                  <span className="nsBox" data-testid="namespace-box">
                    <MarkBox mark={selected.includes(name) ? "all" : "none"} />
                  </span>
                  {name}
                </Command.Item>
              ))}
              {typed !== "" && !names.includes(typed) ? (
                <Command.Item className="menuItem" value={`${typed} `} onSelect={() => choose(typed)} forceMount>
                  <span className="menuCheck">
                    <Icon name="arrowRight" />
                  </span>
                  {t("top.useNamespace", { name: typed })}
                </Command.Item>
              ) : null}
            </Command.List>
            <p className="menuHint faint">
              {isFull ? t("browse.mostNamespaces", { count: MOST_NAMESPACES }) : t("browse.severalNamespaces")}
            </p>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
