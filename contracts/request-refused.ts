import { readQuery } from "../src/engine/request/query.ts";
import type { OutgoingRequest } from "../src/verification/contract.ts";
import { limits, operations } from "./generated/operations.ts";
import { validators } from "./generated/request-validators.ts";

interface Spec {
	readonly success: number;
	readonly body: string | null;
	readonly query: Parameters<typeof readQuery>[1]["query"];
	readonly problems: Readonly<Record<string, number>>;
}

const specs: Readonly<Record<string, Spec>> = operations;

const isJson = ({ headers = {} }: OutgoingRequest): boolean => {
	const type = Object.entries(headers).find(
		([name]) => name.toLowerCase() === "content-type",
	)?.[1];
	return /^application\/json[ \t]*(;|$)/i.test(type ?? "");
};

function queryRefused(target: string, path: string): string | undefined {
	const validate = validators[`${target} query`];
	const spec = Object.values(operations).find(({ id }) => id === target);
	const read = spec && validate && readQuery(path, spec, validate);
	return read && "invalid" in read
		? `the request's query ${read.invalid[0]?.detail}`
		: undefined;
}

function bodyRefused(
	target: string,
	body: OutgoingRequest["body"],
): string | undefined {
	const validate = validators[`${target} body`];
	if (!validate) return undefined;
	try {
		if (validate(JSON.parse(String(body)))) return undefined;
	} catch {
		return "the request's body is no JSON";
	}
	const [error] = validate.errors ?? [];
	return `the request's ${error?.instancePath || "body"} ${error?.message}`;
}

/** Why the document does not have such a request answered with this status. */
export function requestRefused(
	target: string,
	request: OutgoingRequest,
	status: number,
): string | undefined {
	const spec = specs[target];
	if (!spec) return undefined;
	const isTooLarge = Buffer.byteLength(request.body ?? "") > limits.maxBytes;
	const isUnsupported = spec.body !== null && !isJson(request);
	const { invalid, tooLarge, unsupportedMedia } = spec.problems;
	if (status === tooLarge)
		return isTooLarge ? undefined : "the request is not too large";
	if (status === unsupportedMedia)
		return isUnsupported ? undefined : "the request is declared as JSON";
	if (status !== invalid && status !== spec.success) return undefined;
	if (isTooLarge) return "the request is too large";
	if (isUnsupported) return "the request is not declared as JSON";
	// What else may be wrong with it, such as a cursor that was never issued, no validator sees.
	if (status === invalid) return undefined;
	return (
		queryRefused(target, request.path) ?? bodyRefused(target, request.body)
	);
}
