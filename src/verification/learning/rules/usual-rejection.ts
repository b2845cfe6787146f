import { tryParseJson } from "../../../values/json.ts";
import type { ProviderExchange } from "../../contract.ts";
import {
	isFormRejected,
	keyOf,
	mayBeComplaintOf,
	readTrial,
} from "../rejections/read-trial.ts";

type Rejected = Pick<ProviderExchange, "request" | "response">;

const readBody = ({ request }: Rejected): unknown =>
	tryParseJson(`${request.body ?? ""}`);

/** Lists what a service says of a body. */
function listSaid({ request, response }: Rejected, body: unknown) {
	const { complaints } = readTrial([], body, response, { path: request.path });
	return { complaints, keys: new Set(complaints.map(keyOf)) };
}

/** What a service says of each body, whatever its values are. It takes the values of which it says nothing more. */
export class UsualRejection {
	readonly #body: unknown;
	readonly #said: ReturnType<typeof listSaid>;
	/** Whether rejections tell all that is wrong with a body, so that nothing is wrong with what they do not name. */
	isComplete: boolean;

	constructor(rejected: Rejected) {
		this.#body = readBody(rejected);
		this.#said = listSaid(rejected, this.#body);
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
		// A body that nests too deep cannot be read. It has the same properties.
		const { keys } = listSaid(rejected, readBody(rejected) ?? this.#body);
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
