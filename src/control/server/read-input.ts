import { type QueryParameters, readQuery } from "../../document/read-query.ts";
import { decodeText, parseJsonBody } from "../../document/validate-request.ts";
import { readFetchBody } from "../../engine/request/request.ts";
import { validators } from "../../schemas/generated/server-validators.ts";
import { essenceOf } from "../../values/http.ts";
import { describeUnknown, type Validator } from "../../values/validation.ts";
import { ControlError, requireValid } from "../control-error.ts";

const MEBIBYTE = 1024 * 1024;
const MAX_DEPTH = 128;

/** Accepts everything, because the method that uses the parameters validates them. */
const ACCEPT: Validator = () => true;

/**
 * Returns the query parameters by name.
 * @throws ControlError with each parameter that is unknown, repeated or invalid
 */
export function readQueryParameters(
	search: string,
	parameters: QueryParameters,
): Readonly<Record<string, unknown>> {
	const names = Object.keys(parameters);
	const unknown = [...new URLSearchParams(search).keys()]
		.filter((parameter) => !names.includes(parameter))
		.map((parameter) => ({
			parameter,
			detail: describeUnknown("parameter", parameter, names),
		}));
	const read = readQuery(search, parameters, ACCEPT);
	if ("query" in read && unknown.length === 0) return read.query;
	const invalid = "invalid" in read ? read.invalid : [];
	throw new ControlError(400, "Invalid query parameters.", [
		...unknown,
		...invalid,
	]);
}

function requireJson(contentType: string | null): void {
	if (essenceOf(contentType ?? "") !== "application/json")
		throw new ControlError(
			415,
			`The Content-Type of the body is ${contentType || "missing"}. Send JSON, with Content-Type: application/json.`,
		);
}

/**
 * Returns the parsed body, or undefined if there is none.
 * @param maxBytes undefined if the route takes no body
 * @throws ControlError for a body that is too large or not JSON, or if the route takes no body
 */
export async function readRequestBody(
	request: Request,
	maxBytes: number | undefined,
): Promise<unknown> {
	const contentType = request.headers.get("content-type");
	// HTML forms always send a type. Reject them even without a body, because other pages can send forms.
	if (contentType !== null) requireJson(contentType);
	const limit = maxBytes ?? MEBIBYTE;
	const bytes = await readFetchBody(request, limit);
	if (bytes === "too large")
		throw new ControlError(
			413,
			`The body is larger than ${limit} bytes. Send a smaller one.`,
		);
	if (bytes === "incomplete")
		throw new ControlError(400, "The body is incomplete. Send it again.");
	if (bytes.byteLength === 0) return undefined;
	requireJson(contentType);
	const read = parseJsonBody(decodeText(bytes), MAX_DEPTH);
	if ("invalid" in read)
		throw new ControlError(400, "Invalid request body.", [read.invalid]);
	if (maxBytes === undefined) requireValid(validators.NoBody, read.value);
	return read.value;
}
