// SPDX-License-Identifier: MIT
// One click writes all work of the learner's into an archive, and says how `make import` takes it on their computer.
// It stands behind notices.js, and is done in the page: a kernel that loops or is gone keeps nobody's work here.
// lab.py puts in front the two commands that bring the course onto a computer, as CLONE, and the names of the files
// that the lab serves, as SERVED.
const TAKE_ALONG = "autograd-in-five-days:take-along";

/** Yield the path of each file that the lab has, below a folder. */
async function* pathsIn(contents, folder = "") {
  const found = await contents.get(folder, { content: true });
  for (const { path, type } of found.content) {
    if (type === "directory") yield* pathsIn(contents, path);
    else yield path;
  }
}

/** Return what this page holds of notebooks that are not saved, as texts by their paths. */
function unsavedHere(shell) {
  const contexts = [...shell.widgets("main")].map(({ context }) => context);
  const own = contexts.filter((context) => context?.model?.dirty && !savedElsewhere.has(context));
  return new Map(own.map(({ path, model }) => [path, model.toString()]));
}

/** Return the bytes of a file as the lab keeps it, and when it was changed. */
async function kept(contents, path) {
  const { content, format, last_modified } = await contents.get(path, { content: true });
  const text = typeof content === "string" ? content : JSON.stringify(content, null, 1);
  const bytes = format === "base64" ? Uint8Array.from(atob(text), (one) => one.charCodeAt(0)) : new TextEncoder().encode(text);
  return { bytes, mtime: new Date(last_modified) };
}

/** Return the texts of the cells of a notebook, which is text itself; another text as it is. */
function textsOf(path, text) {
  if (!path.endsWith(".ipynb")) return text;
  return JSON.stringify(JSON.parse(text).cells.map(({ source }) => [source].flat().join("")));
}

/** Tell whether a file is as the site serves it; outputs alone are no work. */
async function isAsServed(path, bytes) {
  if (!SERVED.includes(path)) return false;
  try {
    const served = await (await fetch(new URL(`../files/${path}`, location))).text();
    return textsOf(path, served) === textsOf(path, new TextDecoder().decode(bytes));
  } catch {
    // Where it can't be compared, it may be the learner's.
    return false;
  }
}

/** Return all files of the learner's as bytes with their times, and of those that can't be read why. */
async function ownFiles({ shell, serviceManager }) {
  const { contents } = serviceManager;
  const unsaved = unsavedHere(shell), files = {}, faults = [];
  for await (const path of pathsIn(contents)) {
    try {
      const text = unsaved.get(path);
      const { bytes, mtime } = text === undefined ? await kept(contents, path) : { bytes: new TextEncoder().encode(text), mtime: new Date() };
      if (!(await isAsServed(path, bytes))) files[path] = [bytes, { mtime }];
    } catch (error) {
      faults.push([path, error]);
    }
  }
  return { files, faults };
}

/** Hand a file to the browser, which puts it where downloads go. */
function download(name, bytes) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type: "application/zip" }));
  link.download = name;
  link.click();
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const twoDigits = (number) => String(number).padStart(2, "0");

/** Return the name of an archive that is written now: no other has it, so a browser does not change it. */
function archiveName() {
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(twoDigits).join("-");
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join("");
  return `${CLONE.split(" ").at(-1)}-${day}-${time}.zip`;
}

/** Say in a window of its own where the archive is, what is not in it, and how to go on on one's computer. */
function tellHow(name, faults) {
  const take = `~/Downloads/${name}`;
  const shown = document.createElement("dialog");
  shown.id = "taken-along";
  shown.lang = WORDS[opened.split("/")[0]] ? opened.split("/")[0] : "en";
  shown.setAttribute("aria-labelledby", "taken-along-heading");
  shown.style.cssText =
    "box-sizing:border-box;width:min(44em,94vw);max-height:90vh;overflow:auto;padding:1em 1.5em;font:15px/1.5 sans-serif;" +
    "color:var(--jp-ui-font-color0);background:var(--jp-layout-color1);border:2px solid var(--jp-border-color1)";
  const add = (tag, text, style = "") => {
    const one = shown.appendChild(document.createElement(tag));
    one.textContent = text;
    one.style.cssText = style;
    return one;
  };
  const commands = (lines) => {
    const block = add("pre", "", "padding:.7em;white-space:pre-wrap;font:13px/1.5 monospace;color:inherit;background:var(--jp-layout-color2)");
    for (const line of lines) {
      const one = block.appendChild(document.createElement("code"));
      one.textContent = line;
      // A line that is too long for the window goes on further to the right.
      one.style.cssText = "display:block;padding-left:2ch;text-indent:-2ch;overflow-wrap:anywhere;font:inherit;color:inherit;background:none";
    }
  };
  add("h2", say("Your work is in one file"), "margin:0;font-size:1.3em").id = "taken-along-heading";
  add("p", say("Your browser has {name} among its downloads: your notebooks, your predictions, the mistakes that you met and your recall. It all stays here, too.").replace("{name}", name));
  for (const [path, error] of faults)
    add("p", say("{path} is not in it. The browser's reason: {reason}. Open it, and choose File > Download.").replace("{path}", path).replace("{reason}", () => reasonOf(error)), "font-weight:bold");
  add("p", say("To go on with it on your computer, you need Git, Python 3.10 or newer and GNU make. These lines get the course, take your work, and open it:"));
  commands([...CLONE.split("\n"), `make import FROM=${take}`, "make lab"]);
  add("p", say("On Windows, without make:"));
  commands([...CLONE.split("\n"), "python install.py", `.venv\\Scripts\\python -m grading import --from ${take}`, ".venv\\Scripts\\python -m grading lab"]);
  add("p", say("Is the course there already? Then leave out the first two lines: work that you have there stays. Is the file elsewhere? Name its place, or put it into the folder days/, and the last line takes it from there."));
  const close = add("button", say("Close"), "font:inherit;padding:.4em 1.2em");
  close.autofocus = true;
  close.onclick = () => shown.close();
  shown.onclose = () => shown.remove();
  document.body.append(shown);
  shown.showModal();
}

// The archive that is written now: who presses twice wants one.
let isWriting = false;

/** Write the archive, and say what comes of it. */
async function takeAlong(application) {
  if (isWriting) return;
  isWriting = true;
  withdraw(TAKE_ALONG);
  try {
    const { files, faults } = await ownFiles(application);
    if (Object.keys(files).length === 0 && faults.length === 0)
      return notice(say("There is nothing of yours here yet: an archive is of use once you have changed a notebook."), TAKE_ALONG);
    const { zipSync } = await import("./fflate.js");
    const name = archiveName();
    download(name, zipSync(files));
    tellHow(name, faults);
  } catch (error) {
    notice(
      say("No archive was written, and your work stays here. The browser's reason: {reason}. Choose File > Download for each notebook.")
        .replace("{reason}", () => reasonOf(error)),
      TAKE_ALONG,
    );
  } finally {
    isWriting = false;
  }
}

const arriving = setInterval(() => {
  const application = window.jupyterapp;
  if (!application?.commands) return;
  clearInterval(arriving);
  application.commands.addCommand(TAKE_ALONG, {
    label: say("Take your work along"),
    caption: say("Download all your work in one file, to go on on your computer"),
    execute: () => takeAlong(application),
  });
  // A toolbar may have a button for it already.
  application.commands.notifyCommandChanged(TAKE_ALONG);
}, 100);
