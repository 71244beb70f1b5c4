/** Texts of the command line at the bottom of the pages. */
export const commandLine = {
  title: "Command line",
  open: "Open or close the command line",
  close: "Close the command line",
  clear: "Clear",
  stop: "Stop",
  running: "A command is running",
  prompt: "Command",
  output: "Output of commands",
  height: "Height of the command line",
  hint: "kubectl commands work here, with or without the word kubectl: get pods, describe pod/web, logs, rollout undo … help lists them, Tab completes.",
};
