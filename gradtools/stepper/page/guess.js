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
  if (Number.isNaN(guess)) return { right: false, sentence: "That is not a number." };
  const name = nameOf(share.to), giver = nameOf(step.node);
  const rule = share.expectedValue;
  if (near(guess, share.wrong ? rule : share.value)) {
    return { right: true, sentence: share.wrong ? `Yes, that is the local derivative times the upstream gradient. ${share.wrong}` : `Yes. ${share.says}` };
  }
  if (share.wrong && near(guess, share.value)) {
    return { right: true, sentence: `That is what your class adds. ${share.says}` };
  }
  const wanted = share.wrong ? rule : share.value;
  const local = share.locals.map(Number).reduce((sum, one) => sum + one, 0);
  const other = step.shares.find((one) => one !== share && near(guess, one.value));
  if (near(guess, -wanted)) return { right: false, sentence: "The size is right, but the sign is wrong." };
  if (near(guess, local)) return { right: false, sentence: `That is the local derivative alone. Multiply it by the upstream gradient, ${step.upstream}.` };
  if (near(guess, step.upstreamValue)) return { right: false, sentence: "That is the upstream gradient alone. Multiply it by the local derivative." };
  if (other) return { right: false, sentence: `That is what ${giver} adds to ${nameOf(other.to)}.` };
  if (near(guess, Number(share.after))) return { right: false, sentence: `That is the gradient of ${name} after this step. It was ${share.before} before: type only what ${giver} adds.` };
  if (near(guess, Number(share.before))) return { right: false, sentence: `That is the gradient of ${name} before this step. Type what ${giver} adds to it.` };
  if (!wanted) return { right: false, sentence: "No. One of the two factors is 0." };
  return { right: false, sentence: `No. Your number is ${Number((guess / wanted).toPrecision(3))} times what ${giver} adds to ${name}.` };
}
