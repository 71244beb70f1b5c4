import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { resourcePath, withQuery } from "../../shared/resourcePath.ts";
import { ErrorNotice } from "../access/refusals/ErrorNotice.tsx";
import { request } from "../api/requests/request.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { useWriteRefusal } from "../app/useWriteRefusal.ts";
import { selectorText } from "../resources/kinds/facts/workloadFacts.ts";
import { Button } from "../ui/Button.tsx";
import { Section } from "../ui/Section.tsx";
import { ForwardTable } from "./ForwardTable.tsx";
import { openForward, stopForward } from "./forwardApi.ts";
import { type OfferedPort, portNumber, portsOfPod, portsOfService, readyPod } from "./offeredPorts.ts";
import { useForwards } from "./useForwards.ts";
import "./forwards.css";
import { Form } from "../ui/forms/Form.tsx";

interface ForwardsTabProps {
  /** The pod or the service; after its deletion, its last state. */
  object: ApiObject;
  kind: string;
  /** Whether it was deleted while displayed. */
  gone: boolean;
}

/** Forwarding of the ports of a pod or a service to this machine: ports that can be opened, and open ones. */
export function ForwardsTab({ object, kind, gone }: ForwardsTabProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const { forwards, refresh } = useForwards();
  const [error, setError] = useState<unknown>(null);
  const readOnly = useWriteRefusal();
  const isService = kind === "Service";
  const ports = isService ? portsOfService(object) : portsOfPod(object);
  const { namespace = "", name = "" } = object.metadata;
  const refusal = gone ? t("forwards.gone", { name }) : readOnly;
  const target = `${isService ? "service" : "pod"}/${name}`;

  const run = async (send: () => Promise<unknown>): Promise<void> => {
    setError(null);
    try {
      await send();
    } catch (caught) {
      setError(caught);
    }
    await refresh();
  };
  const open = (port: OfferedPort, localPort: number | undefined): Promise<void> =>
    run(async () => {
      const pod = isService ? await podOf(cluster.id, object) : object;
      const number = pod === undefined ? undefined : portNumber(pod, port.target);
      if (pod === undefined) throw new Error(t("forwards.noPod"));
      if (number === undefined) throw new Error(t("forwards.noPort", { port: port.target }));
      const request = { namespace, pod: pod.metadata.name ?? "", port: number, target };
      await openForward(cluster.id, { ...request, ...(localPort === undefined ? {} : { localPort }) });
    });
  const stop = (id: string): void => void run(() => stopForward(id));

  const own = forwards.filter(
    (each) => each.cluster === cluster.id && each.namespace === namespace && each.target === target,
  );
  const others = forwards.filter((each) => !own.includes(each));
  return (
    <div className="pageScroll forwardsTab">
      <p className="muted">{t("forwards.lead")}</p>
      <Section title={t("forwards.new")}>
        <ul className="forwardForms">
          {ports.map((port) => (
            <li key={`${port.name}/${port.port}`}>
              <ForwardForm port={port} refusal={refusal} onOpen={(_, local) => open(port, local)} />
            </li>
          ))}
          {isService ? null : (
            <li>
              <ForwardForm refusal={refusal} onOpen={open} />
            </li>
          )}
        </ul>
        <ErrorNotice error={error} testId="forward-error" />
      </Section>
      <Section title={t("forwards.ofThis", { name })} count={own.length}>
        {own.length === 0 ? (
          <p className="faint">{t("forwards.none")}</p>
        ) : (
          <ForwardTable forwards={own} onStop={stop} />
        )}
      </Section>
      {others.length === 0 ? null : (
        <Section title={t("forwards.others")} count={others.length}>
          <ForwardTable forwards={others} onStop={stop} />
        </Section>
      )}
    </div>
  );
}

interface ForwardFormProps {
  /** The offered port; absent if the user may type any port. */
  port?: OfferedPort;
  refusal: string | undefined;
  onOpen(port: OfferedPort, localPort: number | undefined): Promise<void>;
}

function ForwardForm({ port, refusal, onOpen }: ForwardFormProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [local, setLocal] = useState("");
  const [opening, setOpening] = useState(false);
  const wanted = port ?? { name: "", port: Number(typed), target: typed };
  const isWhole = isPort(String(wanted.port)) && (local === "" || isPort(local));
  return (
    <Form
      className="forwardForm"
      onSubmit={() => {
        if (refusal !== undefined || !isWhole || opening) return;
        setOpening(true);
        void onOpen(wanted, local === "" ? undefined : Number(local)).finally(() => setOpening(false));
      }}
    >
      {port === undefined ? (
        <input
          className="uiInput portInput"
          aria-label={t("forwards.otherPort")}
          placeholder={t("forwards.otherPort")}
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value.trim())}
          data-testid="forward-other"
        />
      ) : (
        <span className="forwardPort">
          {port.port} <span className="muted">{port.name}</span>
        </span>
      )}
      <span className="faint" aria-hidden="true">
        → 127.0.0.1:
      </span>
      <input
        className="uiInput portInput"
        aria-label={t("forwards.localPort")}
        placeholder={t("forwards.free")}
        inputMode="numeric"
        value={local}
        onChange={(event) => setLocal(event.target.value.trim())}
        data-testid="forward-local"
      />
      <Button
        type="submit"
        refusal={refusal}
        disabled={!isWhole}
        busy={opening}
        data-testid={port === undefined ? "forward-open-other" : `forward-open-${port.port}`}
      >
        {t("forwards.forward")}
      </Button>
    </Form>
  );
}

const isPort = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535;

/** A pod that can serve a service's connections. @throws ApiError */
async function podOf(cluster: string, service: ApiObject): Promise<ApiObject | undefined> {
  const selector = selectorText(service);
  if (selector === "") return undefined;
  const { namespace = "" } = service.metadata;
  const path = resourcePath({ group: "", version: "v1", resource: "pods", namespace });
  const { body } = await request<{ items?: ApiObject[] | null }>(cluster, {
    path: withQuery(path, { labelSelector: selector, limit: 500 }),
  });
  return readyPod(body.items ?? []);
}
