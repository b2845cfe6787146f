import { gzipSync } from "node:zlib";
import { tryRecursion } from "../../../values/errors.ts";
import { isObject, tryParseJson } from "../../../values/json.ts";
import type { OutgoingRequest, ProviderResponse } from "../../contract.ts";
import { decompress } from "../../operations.ts";
import type { AdaptedRequest } from "../lists/learn-lists.ts";
import { applyRepairs, keyOfValue } from "../rejections/repairs.ts";
import type { LearntBody } from "../rules/measure-rules.ts";

function restoreValues(
	response: ProviderResponse,
	replaced: ReadonlyMap<unknown, readonly unknown[]>,
): ProviderResponse {
	const body = replaced.size > 0 ? tryParseJson(`${response.body}`) : undefined;
	if (typeof body !== "object") return response;
	// Several values may be sent as one, which a response repeats in the same order.
	const next = new Map<unknown, number>();
	const restore = (value: unknown): unknown => {
		const documented = replaced.get(keyOfValue(value));
		if (!documented) return value;
		const index = next.get(documented) ?? 0;
		next.set(documented, index + 1);
		return documented[index % documented.length];
	};
	const text = tryRecursion(() =>
		JSON.stringify(body, (_, value: unknown) => restore(value)),
	);
	return text === undefined
		? response
		: { ...response, body: Buffer.from(text) };
}

/** Returns the request with its body in the accepted form; undefined if this is the documented form. */
export function adaptBody(
	learnt: Pick<LearntBody, "repairs"> | undefined,
	request: OutgoingRequest,
): AdaptedRequest | undefined {
	const { repairs } = learnt ?? {};
	const plain = decompress(request.body, request.headers?.["content-encoding"]);
	const sent = plain ?? request.body ?? "";
	const text = String(sent);
	const body = tryParseJson(text);
	const isText = Buffer.from(text).equals(Buffer.from(sent));
	if (!repairs || !isObject(body) || !isText) return undefined;
	const replaced = new Map<unknown, unknown[]>();
	const adapted = tryRecursion(() => {
		const json = JSON.stringify(applyRepairs(body, repairs, replaced));
		// A check of a size limit fills the body with spaces.
		const isFilled = text.length > JSON.stringify(body).length;
		return isFilled ? json.padEnd(text.length) : json;
	});
	if (adapted === undefined) return undefined;
	const { "content-length": _, ...headers } = request.headers ?? {};
	return {
		request: {
			...{ ...request, headers },
			body: plain ? gzipSync(adapted) : adapted,
		},
		restore: (response) => restoreValues(response, replaced),
	};
}
