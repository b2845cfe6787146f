import { errorMessage } from "../values/errors.ts";
import {
	BODILESS,
	essenceOf,
	isJsonType,
	isMediaType,
} from "../values/http.ts";
import { isObject, type Texts, tryParseJson } from "../values/json.ts";
import { readExposition } from "../values/read-exposition.ts";
import {
	describeError,
	pointerOf,
	type Validator,
} from "../values/validation.ts";
import type { ValidatedResponse } from "./documented-responses.ts";
import { readText } from "./expect-status.ts";
import type { DocumentModel } from "./model.ts";

/** The response of a service. */
export interface ReceivedResponse {
	readonly status: number;
	/** By lower-case name. */
	readonly headers: Texts;
	readonly body: Uint8Array;
}

function findJsonViolation(
	validate: Validator | undefined,
	statusName: string | undefined,
	status: number,
	text: string,
): string | undefined {
	const body = tryParseJson(text);
	if (body === undefined) return "the response body is not JSON";
	if (validate && !validate(body)) {
		const [error] = validate.errors ?? [];
		const pointer = error && pointerOf(error);
		return `the response body ${pointer && `${pointer} `}${error && describeError(error)}`;
	}
	if (status < 400 || statusName === undefined) return undefined;
	// RFC 9457, section 3.1.2: a problem repeats the status of its response.
	const repeated = isObject(body) ? body[statusName] : undefined;
	return typeof repeated === "number" && repeated !== status
		? `the problem has the status ${repeated}`
		: undefined;
}

/** The media type of metrics in the Prometheus text format. Any other text is not checked. */
const EXPOSITION = /^text\/plain *; *version=/;

function findMetricsViolation(families: readonly unknown[], text: string) {
	try {
		const { types } = readExposition(text);
		const wrong = families
			.filter(isObject)
			.find(({ name, type }) => types.get(String(name)) !== type);
		return wrong && `the metric family ${wrong.name} is not a ${wrong.type}`;
	} catch (error) {
		return errorMessage(error);
	}
}

export const typeOf = ({
	headers,
}: Pick<ReceivedResponse, "headers">): string =>
	headers["content-type"] ?? "none";

/** Returns how a response violates the description of its status. */
export function findResponseViolation(
	documented: ValidatedResponse | undefined,
	method: string,
	{ status, headers, body }: ReceivedResponse,
	{
		problemNames,
		metricFamilies,
	}: Pick<DocumentModel, "problemNames" | "metricFamilies">,
): string | undefined {
	if (!documented) return `the status ${status} is not documented`;
	const { mediaType, validate, requiredHeaders = [] } = documented;
	const missing = requiredHeaders.find((name) => !(name in headers));
	if (missing !== undefined) return `the header ${missing} is required`;
	if (mediaType === "" || BODILESS.includes(status)) return undefined;
	const actual = typeOf({ headers });
	if (!isMediaType(actual, mediaType))
		return `the content type is ${actual} instead of ${mediaType}`;
	if (method === "HEAD") return undefined;
	const text = readText(body);
	if (isJsonType(essenceOf(mediaType.includes("*") ? actual : mediaType)))
		return findJsonViolation(validate, problemNames.status, status, text);
	return EXPOSITION.test(mediaType)
		? findMetricsViolation(Object.values(metricFamilies), text)
		: undefined;
}
