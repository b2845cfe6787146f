import { tryParseJson } from "../../values/json.ts";
import type { Exchange, OutgoingRequest } from "../contract.ts";
import { findItems } from "../learning/lists/condition-trials.ts";
import { buildRequest } from "../operations.ts";
import { type Asking, isSuccess } from "./asking.ts";

const NUMBER = "2";
const SPELLINGS = ["2e0", "0x2", "2.0", "+2", " 2", "02"];

/** Returns the request with another spelling of the number in its query. */
function respell(request: OutgoingRequest, text: string): OutgoingRequest {
	const [path, query] = request.path.split("?");
	const values = Array.from(new URLSearchParams(query), ([name, value]) => [
		name,
		value === NUMBER ? text : value,
	]);
	return { ...request, path: `${path}?${new URLSearchParams(values)}` };
}

/** Whether a page has as many records as the number says. */
const hasNumber = (exchange: Exchange | undefined): exchange is Exchange =>
	exchange !== undefined &&
	isSuccess(exchange) &&
	findItems(tryParseJson(`${exchange.response.body}`))?.length ===
		Number(NUMBER);

/** Finds the spellings of whole numbers that a service takes as the size of a page. */
export async function askNumbers(asking: Asking): Promise<void> {
	const { ask, tell, adapt, contract, operations } = asking;
	const { pages, expectStatus } = contract.documented;
	for (const operation of operations) {
		const { id } = operation;
		const { limit = "", in: place } = pages[id] ?? {};
		if (place !== "query") continue;
		const request = buildRequest(operation, { query: `?${limit}=${NUMBER}` });
		const sent = adapt(id, request);
		if (!hasNumber(await ask(sent))) continue;
		const taken = new Map<string, Exchange>();
		for (const text of SPELLINGS) {
			const isDocumented =
				expectStatus(id, respell(request, text)).because === undefined;
			const found = await ask(respell(sent, text));
			if (!isDocumented && hasNumber(found)) taken.set(text, found);
		}
		const [example] = taken.values();
		if (!example) continue;
		const texts = [...taken.keys()].map((each) => JSON.stringify(each));
		const told = {
			where: `request query ${limit}`,
			expected: `only whole numbers such as ${NUMBER}`,
			actual: `also ${texts.join(", ")}`,
		};
		tell(id, example, told);
	}
}
