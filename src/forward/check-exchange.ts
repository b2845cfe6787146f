import type {
	ForwardCheck,
	ForwardRequest,
} from "../engine/forwarding/forwarder.ts";
import { MAX_RESPONSE_LENGTH } from "../journal/body-view.ts";
import type { Violation } from "../journal/entry.ts";
import { concatenate } from "../values/concatenate.ts";
import type { ProviderResponse } from "../verification/contract.ts";
import { decodeContent } from "./decode-content.ts";
import { type CheckContract, findViolations } from "./find-violations.ts";
import type { ReceivedHeaders } from "./message-headers.ts";

export type { CheckContract } from "./find-violations.ts";

/**
 * Checks an exchange. Never rejects.
 * @param whole the body of the response; undefined if it is not known
 * @param start the first chunks of a body that is not known, for the journal
 */
export type CheckBody = (
	whole: Uint8Array | undefined,
	start?: readonly Uint8Array[],
) => Promise<ForwardCheck>;

function joinHeaders(received: ReceivedHeaders): Record<string, string> {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(received))
		if (value !== undefined) headers[name] = [value].flat().join(", ");
	return headers;
}

const decoder = new TextDecoder();
const toText = (bytes: Uint8Array): string =>
	decoder.decode(bytes.subarray(0, 4 * MAX_RESPONSE_LENGTH));

/** Creates the function that checks an exchange once the body of its response is known. */
export function createCheck(
	contract: CheckContract,
	request: ForwardRequest,
	status: number,
	received: ReceivedHeaders,
): CheckBody {
	const headers = joinHeaders(received);
	function check(body: Buffer | undefined): readonly Violation[] {
		const response: Omit<ProviderResponse, "body"> & { body?: Buffer } = {
			status,
			headers,
			...(body && { body }),
		};
		return findViolations(contract, request, response);
	}
	const skip = (unchecked: string, text: string): ForwardCheck => ({
		violations: check(undefined),
		unchecked,
		text,
	});

	return async (whole, start = []) => {
		if (!whole)
			return skip(
				"The body is longer than 1 MiB, or was not received as a whole.",
				toText(concatenate(start)),
			);
		const decoded = await decodeContent(whole, headers["content-encoding"]);
		if (typeof decoded === "string") return skip(decoded, toText(whole));
		return { violations: check(decoded), text: toText(decoded) };
	};
}
