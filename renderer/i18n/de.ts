import { access } from "./de/access.ts";
import { actions } from "./de/actions.ts";
import { activity } from "./de/activity.ts";
import { advisor } from "./de/advisor.ts";
import { audit } from "./de/audit.ts";
import { browse } from "./de/browse.ts";
import { clusters } from "./de/clusters.ts";
import { commandLine } from "./de/commandLine.ts";
import { content } from "./de/content.ts";
import { editor } from "./de/editor.ts";
import { fields, phrases } from "./de/fields.ts";
import { files } from "./de/files.ts";
import { forwards } from "./de/forwards.ts";
import { helm } from "./de/helm.ts";
import { home } from "./de/home.ts";
import { kinds } from "./de/kinds.ts";
import { learn } from "./de/learn.ts";
import { list, state } from "./de/list.ts";
import { listSetup } from "./de/listSetup.ts";
import { logs } from "./de/logs.ts";
import { map } from "./de/map.ts";
import { metrics } from "./de/metrics.ts";
import { notices } from "./de/notices.ts";
import { object, remove } from "./de/object.ts";
import { orrery } from "./de/orrery.ts";
import { overview } from "./de/overview.ts";
import { panes } from "./de/panes.ts";
import { references } from "./de/references.ts";
import { rights } from "./de/rights.ts";
import { sandbox } from "./de/sandbox.ts";
import { conflict, refusal, saving } from "./de/saving.ts";
import { secrets } from "./de/secrets.ts";
import { settings } from "./de/settings.ts";
import { app, keys, palette, side, top } from "./de/shell.ts";
import { terminal } from "./de/terminal.ts";
import { timeMachine } from "./de/timeMachine.ts";
import { views } from "./de/views.ts";
import { waiting } from "./de/waiting.ts";
import { write } from "./de/write.ts";
import type { Texts } from "./en.ts";

/** German. */
export const de: Texts = {
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
