import { useTranslation } from "react-i18next";

/** In the dialog of an object: states that the object has been deleted since the dialog opened. */
export function GoneNotice({ gone, name }: { gone: boolean; name: string }) {
  const { t } = useTranslation();
  if (!gone) return null;
  return (
    <p className="notice warn" role="alert" data-testid="object-deleted-meanwhile">
      {t("object.deletedMeanwhile", { name })}
    </p>
  );
}
