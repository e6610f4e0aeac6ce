// SPDX-License-Identifier: MIT
// The editor of the front page: CodeMirror, bundled with what it imports by `make site`.
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import { HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: "var(--link)", fontWeight: "600" },
  { tag: tags.comment, color: "var(--soft)" },
  { tag: [tags.string, tags.number], color: "var(--correct)" },
]);
const look = EditorView.theme({
  "&": { color: "inherit", backgroundColor: "var(--raised)", fontSize: "inherit" },
  ".cm-content": { caretColor: "currentColor", padding: ".6rem 0" },
  // They stay where they are while the code is scrolled below them.
  ".cm-gutters": { color: "var(--soft)", backgroundColor: "var(--paper)", border: "0" },
  ".cm-scroller": { fontFamily: "inherit", lineHeight: "inherit" },
});

/**
 * Put an editor in the place of a text field, with its text, its name and its description.
 *
 * Tab indents, as in any editor of code; Escape and then Tab leaves, and the description says so. `run` is called for
 * Ctrl+Enter and Shift+Enter, `changed` with each new text. What is returned has the text, a way to set it, and to
 * focus it.
 */
export function edit(field, { run, changed }) {
  const runs = () => (run(), true);
  let leaves = false; // After Escape, Tab does what it does elsewhere.
  const keys = [
    { key: "Ctrl-Enter", mac: "Cmd-Enter", run: runs },
    { key: "Shift-Enter", run: runs },
    { key: "Escape", run: () => (leaves = true) },
    { key: "Tab", run: (view) => !leaves && indentMore(view), shift: (view) => !leaves && indentLess(view) },
  ];
  const had_focus = document.activeElement === field;
  const view = new EditorView({
    state: EditorState.create({
      doc: field.value,
      selection: { anchor: Math.min(field.selectionStart, field.value.length) },
      extensions: [
        keymap.of(keys),
        lineNumbers(),
        history(),
        pythonLanguage,
        indentUnit.of("    "),
        syntaxHighlighting(colours),
        look,
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.contentAttributes.of({
          "aria-labelledby": field.getAttribute("aria-labelledby"),
          "aria-describedby": field.getAttribute("aria-describedby"),
          spellcheck: "false",
          tabindex: "0", // It is what scrolls a long line by keyboard.
        }),
        EditorView.domEventHandlers({ focus: () => void (leaves = false) }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          leaves = false;
          changed(update.state.doc.toString());
        }),
      ],
    }),
  });
  field.hidden = true;
  field.after(view.dom);
  if (had_focus) view.focus();
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    focus: () => view.focus(),
  };
}
