import { access } from "./en/access.ts";
import { actions } from "./en/actions.ts";
import { activity } from "./en/activity.ts";
import { advisor } from "./en/advisor.ts";
import { audit } from "./en/audit.ts";
import { browse } from "./en/browse.ts";
import { clusters } from "./en/clusters.ts";
import { commandLine } from "./en/commandLine.ts";
import { content } from "./en/content.ts";
import { editor } from "./en/editor.ts";
import { fields, phrases } from "./en/fields.ts";
import { files } from "./en/files.ts";
import { forwards } from "./en/forwards.ts";
import { helm } from "./en/helm.ts";
import { home } from "./en/home.ts";
import { kinds } from "./en/kinds.ts";
import { learn } from "./en/learn.ts";
import { list, state } from "./en/list.ts";
import { listSetup } from "./en/listSetup.ts";
import { logs } from "./en/logs.ts";
import { map } from "./en/map.ts";
import { metrics } from "./en/metrics.ts";
import { notices } from "./en/notices.ts";
import { object, remove } from "./en/object.ts";
import { orrery } from "./en/orrery.ts";
import { overview } from "./en/overview.ts";
import { panes } from "./en/panes.ts";
import { references } from "./en/references.ts";
import { rights } from "./en/rights.ts";
import { sandbox } from "./en/sandbox.ts";
import { conflict, refusal, saving } from "./en/saving.ts";
import { secrets } from "./en/secrets.ts";
import { settings } from "./en/settings.ts";
import { app, keys, palette, side, top } from "./en/shell.ts";
import { terminal } from "./en/terminal.ts";
import { timeMachine } from "./en/timeMachine.ts";
import { views } from "./en/views.ts";
import { waiting } from "./en/waiting.ts";
import { write } from "./en/write.ts";
/** English, the source of all texts. `{{x}}` is a placeholder; `_one` and `_other` are plural forms. */
export const en = {
  actions,
  advisor,
  app,
  clusters,
  commandLine,
  content,
  top,
  side,
  list,
  state,
  object,
  remove,
  editor,
  saving,
  conflict,
  refusal,
  access,
  browse,
  views,
  waiting,
  write,
  fields,
  phrases,
  files,
  notices,
  helm,
  home,
  kinds,
  overview,
  panes,
  references,
  rights,
  sandbox,
  secrets,
  settings,
  palette,
  keys,
  activity,
  audit,
  timeMachine,
  orrery,
  map,
  learn,
  listSetup,
  logs,
  terminal,
  forwards,
  metrics,
};

/** The type of the texts of every language. */
export type Texts = typeof en;
