import { isDeepStrictEqual } from "node:util";
import { attempt } from "../../../values/errors.ts";
import { listLeaves } from "../../../values/list-all-values.ts";
import type { ProviderExchange } from "../../contract.ts";
import { withoutGenerated } from "../rejections/generated.ts";
import {
	isFormRejected,
	keyOf,
	mayBeComplaintOf,
	readTrial,
	withoutNumbers,
} from "../rejections/read-trial.ts";

type Rejected = Pick<ProviderExchange, "request" | "response">;

/** Reads the body of a request, which may nest deeper than others, because these trials find out how deep it may. */
const readBody = ({ request }: Rejected): unknown =>
	attempt(() => JSON.parse(`${request.body ?? ""}`));

/** Lists what a service says of a body. */
function listSaid(rejected: Rejected) {
	const { request, response } = rejected;
	const body = readBody(rejected);
	const { complaints } = readTrial([], body, response, { path: request.path });
	return { complaints, keys: new Set(complaints.map(keyOf)) };
}

/** Whether two rejections say the same, apart from numbers, such as the position of an item. */
export function isSameRejection(one: Rejected, other: Rejected): boolean {
	const [keys, others] = [one, other].map(
		(each) => new Set([...listSaid(each).keys].map(withoutNumbers)),
	);
	const isSameStatus = one.response.status === other.response.status;
	return isSameStatus && isDeepStrictEqual(keys, others);
}

/** A shorter text is in others by chance. */
const MIN_REPEATED = 4;

/** Whether a rejection is another one, with the texts of its own body in the place of those of the other body. */
function repeats(rejected: Rejected, other: Rejected): boolean {
	const [own, before] = [rejected, other].map(
		(each) =>
			new Map(
				listLeaves(readBody(each)).map(({ where, value }) => [where, value]),
			),
	);
	let text = `${other.response.body}`;
	for (const [where, value] of before ?? [])
		if (typeof value === "string" && value.length >= MIN_REPEATED)
			text = text.replaceAll(value, () => `${own?.get(where)}`);
	const said = `${rejected.response.body}`;
	return withoutGenerated(text) === withoutGenerated(said);
}

/** What a service says of each body, whatever its values are. It takes the values of which it says nothing more. */
export class UsualRejection {
	readonly #rejected: Rejected;
	readonly #said: ReturnType<typeof listSaid>;
	/** Whether rejections tell all that is wrong with a body, so that nothing is wrong with what they do not name. */
	isComplete: boolean;

	constructor(rejected: Rejected) {
		this.#rejected = rejected;
		this.#said = listSaid(rejected);
		// A body that only names an unknown record has no other fault.
		this.isComplete = rejected.response.status === 404;
	}

	/** Returns undefined if the rejection says nothing, or if it is about the state of a record. */
	static read(rejected: Rejected): UsualRejection | undefined {
		const { response } = rejected;
		if (!isFormRejected(response) || response.status === 409) return undefined;
		const usual = new UsualRejection(rejected);
		return usual.#said.keys.size > 0 ? usual : undefined;
	}

	/** Whether the service says the same of a body, and nothing more. */
	equals(rejected: Rejected): boolean {
		if (repeats(rejected, this.#rejected)) return true;
		const { keys } = listSaid(rejected);
		const [first = "", ...others] = this.#said.keys;
		const isMore = keys.size > this.#said.keys.size;
		// The sentence around several errors may have their number.
		if (keys.has(first) && isMore) this.isComplete = true;
		return !isMore && [first, ...others].every((each) => keys.has(each));
	}

	/** Whether the service rejects each body because of a property. */
	blames(name: string): boolean {
		return this.#said.complaints.some((each) => mayBeComplaintOf(each, name));
	}
}
