// SPDX-License-Identifier: MIT
// Python beside the front page: loads it and the judge, then answers what the page asks of a class. The page ends this
// worker, and starts another, where a class comes to no end.
let judged; // resolves to what judges a class, once that is there

async function loaded({ python, archive, graphviz, language }) {
  const tell = (step) => postMessage({ step });
  tell("python");
  const files = fetch(archive).then((answer) => {
    if (!answer.ok) throw new Error(`${archive}: ${answer.status}`);
    return answer.arrayBuffer();
  });
  const drawing = import(graphviz).then(({ instance }) => instance());
  // Neither is waited for yet: where it fails, that is told when its turn comes.
  files.catch(() => {});
  drawing.catch(() => {});
  const begun = await import(`${python}begun.mjs`);
  const runtime = await begun.loaded({ indexURL: python, env: { HOME: "/home/pyodide", AUTOGRAD_LANGUAGE: language } });
  tell("judge");
  runtime.unpackArchive(await files, "zip", { extractDir: "/course" });
  const viz = await drawing;
  const begin = runtime.runPython(`
import os, sys
os.chdir("/course")
sys.path.insert(0, "/course")
from website import first_try_here
first_try_here.begin`);
  return begin((dot) => viz.renderString(dot, { engine: "dot", format: "svg" }));
}

onmessage = async ({ data }) => {
  try {
    if (data.begin) judged = loaded(data.begin);
    const answer = await judged;
    // What the first verdict on a class needs is found out once: no reader's code runs in that time.
    const began = performance.now();
    answer(data.number);
    // How long that takes says how fast this machine is.
    if (data.begin) return postMessage({ step: "ready", milliseconds: performance.now() - began });
    if (data.code === undefined) return;
    postMessage({ step: "runs", id: data.id });
    const asked = performance.now();
    const said = JSON.parse(answer(data.number, data.code));
    postMessage({ ...said, id: data.id, milliseconds: performance.now() - asked });
  } catch (error) {
    postMessage({ step: "failed", why: String(error) });
  }
};
