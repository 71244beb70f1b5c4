import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useCreateRefusal } from "../access/refusals/useCreateRefusal.ts";
import type { ResourceType } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { newUrl } from "../app/urls.ts";
import { Button, type ButtonProps } from "../ui/Button.tsx";
import { KIND_TYPES } from "./kindTypes.ts";

type CreateButtonProps = Pick<ButtonProps, "variant" | "children" | "icon"> & { "data-testid": string };

/** Opens the page for a new Deployment in the shown namespaces; disabled for users who may not create one. */
export function CreateButton(props: CreateButtonProps) {
  const { types } = useClusterScope();
  const { group, version, resource } = KIND_TYPES.Deployment;
  const type = types.find((e) => e.group === group && e.version === version && e.resource === resource);
  return type === undefined ? null : <Create {...props} type={type} />;
}

function Create({ type, ...props }: CreateButtonProps & { type: ResourceType }) {
  const { t } = useTranslation();
  const { cluster, namespace, namespaces } = useClusterScope();
  const navigate = useNavigate();
  const refusal = useCreateRefusal(type, namespaces);
  return (
    <Button {...props} refusal={refusal} onClick={() => void navigate(newUrl(cluster.id, type, namespace))}>
      {props.children ?? t("overview.create")}
    </Button>
  );
}
