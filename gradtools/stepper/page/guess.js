// SPDX-License-Identifier: MIT
// Predict first: what a guessed share is told.

/** Return a typed number; a fraction such as 1/3 counts, a decimal comma too. NaN where it is none. */
function typedNumber(text) {
  const parts = text.trim().replace("−", "-").replace(",", ".").split("/").map((part) => (part.trim() === "" ? NaN : Number(part)));
  return parts.length === 1 ? parts[0] : parts.length === 2 ? parts[0] / parts[1] : NaN;
}

function near(one, other) {
  return one !== null && other !== null && Math.abs(one - other) <= 0.006 * Math.max(Math.abs(other), 1e-3);
}

/** Return {right, sentence} for a guess: a wrong one hears by which factor or share it is off. */
function judgeGuess(guess, share, step, nameOf) {
  if (Number.isNaN(guess)) return { right: false, sentence: "That is no number." };
  const name = nameOf(share.to);
  const rule = share.expectedValue;
  if (near(guess, share.wrong ? rule : share.value)) {
    return { right: true, sentence: share.wrong ? `Yours is the local derivative times upstream. ${share.wrong}` : `Yes. ${share.says}` };
  }
  if (share.wrong && near(guess, share.value)) {
    return { right: true, sentence: `That is what your class adds. ${share.says}` };
  }
  const wanted = share.wrong ? rule : share.value;
  const local = share.locals.map(Number).reduce((sum, one) => sum + one, 0);
  const other = step.shares.find((one) => one !== share && near(guess, one.value));
  if (near(guess, -wanted)) return { right: false, sentence: "The size is right, the sign is turned." };
  if (near(guess, local)) return { right: false, sentence: `That is the local derivative. The upstream gradient is still missing, a factor of ${step.upstream}.` };
  if (near(guess, step.upstreamValue)) return { right: false, sentence: "That is the upstream gradient. The local derivative is still missing as a factor." };
  if (other) return { right: false, sentence: `That is the share of ${nameOf(other.to)}.` };
  if (near(guess, Number(share.after))) return { right: false, sentence: `That is what ${name} holds afterwards. ${share.before} of it had arrived before: asked is the share of this step alone.` };
  if (near(guess, Number(share.before))) return { right: false, sentence: `That is what ${name} held before this step.` };
  if (!wanted) return { right: false, sentence: "Not that: one of the two factors is 0." };
  return { right: false, sentence: `Yours is ${Number((guess / wanted).toPrecision(3))} times the share.` };
}
