/** Texts about the initial content of a sandbox. */
export const content = {
  beginWith: "Begin with",
  empty: "An empty cluster",
  emptyText: "Only what the cluster itself needs.",
  load: "Load an example",
  loadText: "A web shop with services, config, rights and policies; or a puzzle, or ten thousand objects.",
  loadTitle: "Load: {{title}}",
  others: "Other examples",
  loading: "{{title}}: {{done}} of {{count}} objects loaded",
  loaded: "{{title}}: loaded",
  brokeOff: "{{title}}: not everything was loaded: {{problem}}",
  cancelled: "{{title}}: cancelled; what was loaded stays",
  goOn: "Continue",
};
