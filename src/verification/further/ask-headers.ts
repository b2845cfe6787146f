import { uniqueWord } from "../../values/unique-word.ts";
import { type Asking, isSuccess, withHeader } from "./asking.ts";

const NOT_MODIFIED = 304;

/** Lists the headers that have another id in each response. */
function listIdHeaders({ observations, contract }: Asking): string[] {
	const values = new Map<string, string[]>();
	for (const { target, status, response } of observations) {
		const { headers = {} } =
			contract.documented.findResponseAssumptions(target, status) ?? {};
		for (const [name, value] of Object.entries(response.headers))
			if (/id$/.test(name) && !(name in headers))
				values.set(name, [...(values.get(name) ?? []), value]);
	}
	return [...values]
		.filter(([, all]) => all.length > 2 && new Set(all).size === all.length)
		.map(([name]) => name);
}

/** Finds the ids of responses that a client may choose. */
async function askForIds(asking: Asking): Promise<void> {
	const { ask, tell, operations } = asking;
	const [operation] = operations.filter(({ method }) => method === "GET");
	if (!operation) return;
	const { id, method, path } = operation;
	for (const name of listIdHeaders(asking))
		for (const value of [uniqueWord(), crypto.randomUUID()]) {
			const found = await ask(withHeader({ method, path }, name, value));
			if (found?.response.headers[name] !== value) continue;
			tell(id, found, {
				where: `request header ${name}`,
				expected: "not documented",
				actual: "comes back in the response",
			});
			break;
		}
}

/** Finds operations that send an ETag, and whether they respond to it. */
async function askForTags({ ask, tell, operations }: Asking): Promise<void> {
	for (const { id, method, path } of operations) {
		if (method !== "GET") continue;
		const shown = await ask({ method, path });
		const tag = shown?.response.headers.etag;
		if (!shown || !isSuccess(shown) || tag === undefined) continue;
		const again = await ask(withHeader({ method, path }, "if-none-match", tag));
		const isKept = again?.response.status === NOT_MODIFIED;
		tell(id, again ?? shown, {
			where: "header etag",
			expected: "not documented",
			actual: isKept
				? `${tag}, and ${NOT_MODIFIED} to a request with it in If-None-Match`
				: tag,
		});
	}
}

/** Finds headers that a client may send or follow. */
export async function askHeaders(asking: Asking): Promise<void> {
	await askForIds(asking);
	await askForTags(asking);
}
