import { readText } from "../document/expect-status.ts";
import type { Send } from "../verification/contract.ts";
import type { Transport } from "./play.ts";
import { createTag } from "./step.ts";

/** Sends requests to the service, which need no operation. */
export const createServiceSide = (send: Send): Transport => ({
	send: (_, request) => send(request),
});

/**
 * Returns the service for a second play at the same time. It replaces the words in each request by others, and
 * reverses this in each response.
 */
export function createOtherSide(
	side: Transport,
	random: () => number,
): Transport {
	const own = createTag(random);
	const pattern = new RegExp(`(?<=understudy-)[a-z]{${own.length}}`, "gi");
	let given = own;
	const convert = (text: string, to: string): string =>
		text.replaceAll(pattern, (found) => {
			if (found.toLowerCase() !== own) given = found.toLowerCase();
			return found === found.toUpperCase() ? to.toUpperCase() : to;
		});
	return {
		async send(operation, request) {
			const path = convert(request.path, own);
			const text = request.body && convert(readText(request.body), own);
			const response = await side.send(operation, {
				...{ ...request, path },
				...(text !== undefined && { body: text }),
			});
			const body = Buffer.from(`${response.body}`.replaceAll(own, given));
			return { ...response, body };
		},
	};
}
