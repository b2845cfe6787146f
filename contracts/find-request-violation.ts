import { tryParseJson } from "../src/values/try-parse-json.ts";
import type { OutgoingRequest } from "../src/verification/contract.ts";
import { limits, operations } from "./generated/operations.ts";
import { type Validator, validators } from "./generated/request-validators.ts";

interface RequestSpec {
	readonly success: number;
	readonly body: string | null;
	readonly query: Readonly<Record<string, { readonly type: string }>>;
	readonly problems: Readonly<Record<string, number>>;
}

const specs: Readonly<Record<string, RequestSpec>> = operations;

const isJson = ({ headers }: OutgoingRequest): boolean =>
	/^application\/json[ \t]*(;|$)/i.test(
		new Headers(headers).get("content-type") ?? "",
	);

/** Returns why the text is not JSON that the validator accepts. */
export function findJsonViolation(
	name: string,
	text: string,
	validate: Validator,
): string | undefined {
	const value = tryParseJson(text);
	if (value === undefined) return `the ${name} is not JSON`;
	if (validate(value)) return undefined;
	const [error] = validate.errors ?? [];
	return `the ${name} ${error?.instancePath} ${error?.message}`;
}

function findQueryViolation(target: string, path: string): string | undefined {
	const validate = validators[`${target} query`];
	if (!validate) return undefined;
	const types = specs[target]?.query ?? {};
	const query: Record<string, unknown> = {};
	for (const [name, value] of new URLSearchParams(path.split("?")[1])) {
		// Unknown parameters are ignored.
		const type = types[name]?.type;
		if (!type) continue;
		if (name in query) return `the query parameter ${name} is repeated`;
		const isNumber = type === "integer" && /^[0-9]+$/.test(value);
		query[name] = isNumber ? Number(value) : value;
	}
	if (validate(query)) return undefined;
	const [error] = validate.errors ?? [];
	return `the query parameter ${error?.instancePath.slice(1)} ${error?.message}`;
}

/** Returns why the OpenAPI document does not allow this status as the response to the request. */
export function findRequestViolation(
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
	// A validator cannot see every reason for rejecting a request, such as a cursor that was never issued.
	if (status === invalid) return undefined;
	const validate = validators[`${target} body`];
	return (
		findQueryViolation(target, request.path) ??
		(validate &&
			findJsonViolation("request body", String(request.body), validate))
	);
}
