// SPDX-License-Identifier: MIT
// Predict first: the answer to a guess.

/** Return a typed number; a fraction such as 1/3 counts, a decimal comma too. NaN where it is none. */
function typedNumber(text) {
  const parts = text.trim().replace("−", "-").replace(",", ".").split("/").map((part) => (part.trim() === "" ? NaN : Number(part)));
  return parts.length === 1 ? parts[0] : parts.length === 2 ? parts[0] / parts[1] : NaN;
}

function near(one, other) {
  return one !== null && other !== null && Math.abs(one - other) <= 0.006 * Math.max(Math.abs(other), 1e-3);
}

/** Return {right, sentence} for a guess; for a wrong one the sentence says how it differs. */
function judgeGuess(guess, share, step, nameOf) {
  if (Number.isNaN(guess)) return { right: false, sentence: say("That is not a number.") };
  const name = nameOf(share.to), giver = nameOf(step.node);
  const rule = share.expectedValue;
  if (near(guess, share.wrong ? rule : share.value)) {
    return { right: true, sentence: share.wrong ? say("Yes, that is the local derivative times the upstream gradient. {wrong}", share) : say("Yes. {says}", share) };
  }
  if (share.wrong && near(guess, share.value)) {
    return { right: true, sentence: say("That is what your class adds. {says}", share) };
  }
  const wanted = share.wrong ? rule : share.value;
  const local = share.locals.map(Number).reduce((sum, one) => sum + one, 0);
  const other = step.shares.find((one) => one !== share && near(guess, one.value));
  const given = { node: name, giver, upstream: step.upstream, before: share.before, ratio: Number((guess / wanted).toPrecision(3)) };
  const no = (template, more = {}) => ({ right: false, sentence: say(template, { ...given, ...more }) });
  if (near(guess, -wanted)) return no("The size is right, but the sign is wrong.");
  if (near(guess, local)) return no("That is the local derivative alone. Multiply it by the upstream gradient, {upstream}.");
  if (near(guess, step.upstreamValue)) return no("That is the upstream gradient alone. Multiply it by the local derivative.");
  if (other) return no("That is what {giver} adds to {other}.", { other: nameOf(other.to) });
  if (near(guess, Number(share.after))) return no("That is the gradient of {node} after this step. It was {before} before: type only what {giver} adds.");
  if (near(guess, Number(share.before))) return no("That is the gradient of {node} before this step. Type what {giver} adds to it.");
  if (!wanted) return no("No. One of the two factors is 0.");
  return no("No. Your number is {ratio} times what {giver} adds to {node}.");
}
