import { access } from "./de/access.ts";
import { activity } from "./de/activity.ts";
import { audit } from "./de/audit.ts";
import { browse } from "./de/browse.ts";
import { clusters } from "./de/clusters.ts";
import { editor } from "./de/editor.ts";
import { files } from "./de/files.ts";
import { home } from "./de/home.ts";
import { kinds } from "./de/kinds.ts";
import { learn } from "./de/learn.ts";
import { list, state } from "./de/list.ts";
import { notices } from "./de/notices.ts";
import { object, remove } from "./de/object.ts";
import { rights } from "./de/rights.ts";
import { conflict, refusal, saving } from "./de/saving.ts";
import { secrets } from "./de/secrets.ts";
import { settings } from "./de/settings.ts";
import { app, keys, palette, side, top } from "./de/shell.ts";
import { timeMachine } from "./de/timeMachine.ts";
import { views } from "./de/views.ts";
import { waiting } from "./de/waiting.ts";
import { write } from "./de/write.ts";
import type { Texts } from "./en.ts";

/** German. */
export const de: Texts = {
  app,
  clusters,
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
  files,
  notices,
  home,
  kinds,
  rights,
  secrets,
  settings,
  palette,
  keys,
  activity,
  audit,
  timeMachine,
  learn,
};
