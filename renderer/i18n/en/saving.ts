/** Texts about saving in the editor, and about its obstacles. */
export const saving = {
  ownership: "Who owns which fields",
  sameOwners: "No field changes its owner.",
  gained_one: "{{manager}} will own one more field:",
  gained_other: "{{manager}} will own {{count}} more fields:",
  lost_one: "{{manager}} will no longer own one field:",
  lost_other: "{{manager}} will no longer own {{count}} fields:",
  more: "and {{count}} more",
  ownAll: "Own every field of this text.",
  ownAllText:
    "Others then get a conflict when they apply another value to any of them. Otherwise you own what you changed, and what you own already.",
  otherVersion:
    "What you own of this object was written in another version of its kind, whose fields have other names. That is why every field of the text is claimed.",
  unclaimed: "Your change is saved, but not all of its fields could be claimed: {{message}}",
};

/** Texts about fields of other managers that an edit changes or removes. */
export const conflict = {
  title_one: "Another manager owns one field",
  title_other: "Other managers own {{count}} fields",
  text: "Nothing has been saved yet. Decide for each field, then save.",
  previewText: "The preview found these conflicts; nothing is saved yet. Decide for each field, then preview again.",
  owner: "Owner",
  theirValue: "Theirs",
  myValue: "Mine",
  theirs: "Take theirs",
  theirsText: "Put their value into my text.",
  mine: "Force mine",
  mineText: "Write my value; {{owners}} loses the field.",
  remove: "Remove it",
  removeText: "Remove the field, from {{owners}} too.",
  leave: "Leave it to them",
  leaveText: "Keep their value, and give up my claim to it.",
  share: "Share",
  shareText: "Keep their value, and own the field as well.",
  choice: "What to do with {{field}}",
  open_one: "One field is still undecided.",
  open_other: "{{count}} fields are still undecided.",
  forAll: "For all fields:",
  applyChoices: "Save these choices",
  previewChoices: "Preview these choices",
  absent: "(absent)",
  operation: "{{operation}}, {{age}} ago",
  dismiss: "Back to editing",
};

/** Texts about a failed request: what happened, and the consequence for the edited text. */
export const refusal = {
  unreached: "The server cannot be reached",
  unauthorized: "The server does not accept your credentials",
  forbidden: "You are not allowed to do this",
  missing: "The server cannot find the object, its namespace or its kind",
  exists: "An object of this name already exists",
  overtaken: "The object has changed in the meantime",
  invalid: "The server does not accept this object",
  busy: "The server is overloaded",
  unanswered: "The server did not answer",
  refused: "The server does not understand the request",
  unable: "The server could not process the request",
  failed: "Something went wrong in the console",
  onlyPreview: "This was only a preview.",
  notSaved: "Nothing was saved. Your text is kept.",
  savedPerhaps: "Your text is kept. If it was saved nevertheless, saving it again does no harm.",
  notCreated: "Nothing was created. Your text is kept.",
  createdPerhaps: "Your text is kept. If the object was created nevertheless, creating it again changes nothing.",
};
