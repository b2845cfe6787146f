import { isUtf8 } from "node:buffer";
import { essenceOf } from "../src/values/media-type.ts";
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
	essenceOf(new Headers(headers).get("content-type") ?? "") ===
	"application/json";

const isEncoded = ({ headers }: OutgoingRequest): boolean =>
	!/^identity$/i.test(
		new Headers(headers).get("content-encoding") ?? "identity",
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

/** Returns the status that the document gives to the request, and why if it is a rejection. */
export function expectStatus(
	target: string,
	request: OutgoingRequest,
): { status: number; because?: string | undefined } | undefined {
	const spec = specs[target];
	if (!spec) return undefined;
	const { invalid = 400, tooLarge, unsupportedMedia } = spec.problems;
	if (
		tooLarge !== undefined &&
		Buffer.byteLength(request.body ?? "") > limits.maxBytes
	)
		return { status: tooLarge, because: "the request is too large" };
	if (unsupportedMedia !== undefined && spec.body !== null && !isJson(request))
		return {
			status: unsupportedMedia,
			because: "the request is not declared as JSON",
		};
	if (unsupportedMedia !== undefined && isEncoded(request))
		return {
			status: unsupportedMedia,
			because: "the request has a Content-Encoding",
		};
	if (typeof request.body === "object" && !isUtf8(request.body))
		return { status: invalid, because: "the request body is not UTF-8" };
	const validate = validators[`${target} body`];
	const because =
		findQueryViolation(target, request.path) ??
		(validate &&
			findJsonViolation("request body", String(request.body), validate));
	return because === undefined
		? { status: spec.success }
		: { status: invalid, because };
}

/** Returns why the OpenAPI document does not allow this status as the response to the request. */
export function findRequestViolation(
	target: string,
	request: OutgoingRequest,
	status: number,
): string | undefined {
	const spec = specs[target];
	const expected = expectStatus(target, request);
	if (!spec || !expected || status === expected.status) return undefined;
	const { invalid, tooLarge, unsupportedMedia } = spec.problems;
	if (status === tooLarge) return "the request is not too large";
	if (status === unsupportedMedia) return "the request is declared as JSON";
	if (status !== invalid && status !== spec.success) return undefined;
	// A validator cannot see every reason for rejecting a request, such as a cursor that was never issued.
	return status === invalid && expected.status === spec.success
		? undefined
		: expected.because;
}
