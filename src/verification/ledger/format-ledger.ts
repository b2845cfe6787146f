import { stringify } from "yaml";
import { LINE_WIDTH } from "./edit-ledger.ts";
import type { LedgerStatus, Statement } from "./read-ledger.ts";

const HEAD = `# The ledger: whether the real service meets the assumptions that the mock makes.
#
# id        the assumption
# assumes   the sentence that the status is about; if an upgrade changes it, the status is assumed again
# status    assumed, confirmed (a real service was seen to meet it) or refuted (seen not to meet it)
# evidence  what was verified, when, and in which version
`;

/** Returns the text of a new ledger. */
export const formatLedger = (
	assumptions: readonly (Statement & LedgerStatus)[],
): string =>
	[
		HEAD,
		...assumptions.map(({ id, assumes, status, evidence }) =>
			stringify([{ id, assumes, status, ...(evidence && { evidence }) }], {
				lineWidth: LINE_WIDTH,
			}),
		),
	].join("\n");
