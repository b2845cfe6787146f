import type {
	DocumentedBehavior,
	DocumentedResponse,
} from "../../document/documented-behavior.ts";
import { isObject } from "../../values/is-object.ts";
import { isMediaType } from "../../values/media-type.ts";
import { tryParseJson } from "../../values/try-parse-json.ts";
import type { ProviderExchange, ProviderResponse } from "../contract.ts";
import { align } from "./align.ts";
import type { Deviation } from "./alignment.ts";
import { findReason, findRejectedInput } from "./find-rejected-input.ts";

/** An exchange with the provider, and the check that it belongs to. */
export interface Observation extends ProviderExchange {
	/** The description of the check. */
	readonly check: string;
	/** The expected status. */
	readonly status: number;
	/** Whether the request set up a state for the check. */
	readonly isArrangement: boolean;
}

export interface ComparedResponse {
	readonly deviations: readonly Deviation[];
	/** Whether the body could be compared. */
	readonly isReadable: boolean;
	/** The paths of properties that the document does not know. */
	readonly additional: readonly string[];
	/** The response in the documented form, as far as it could be found. */
	readonly response: ProviderResponse;
}

/** Deviations of the media type, or of a body that is not JSON. One implies the other. */
function compareForm(
	{ request, response }: Observation,
	{ mediaType, schema }: DocumentedResponse,
	body: unknown,
): Deviation[] {
	const text = response.body.toString("utf8");
	const actual = response.headers["content-type"] ?? "none";
	if (text === "" && request.method !== "HEAD")
		return response.status === 204
			? []
			: [{ where: "$", expected: "a body", actual: "an empty body" }];
	if (!isMediaType(actual, mediaType))
		return [{ where: "header content-type", expected: mediaType, actual }];
	return schema && body === undefined && request.method !== "HEAD"
		? [{ where: "$", expected: "JSON", actual: "text that is not JSON" }]
		: [];
}

const MAX_SHOWN = 15;

function compareStatus(
	{ target, request, response, status }: Observation,
	documented: DocumentedBehavior,
): Deviation[] {
	if (response.status === status) return [];
	const isAccepted = status >= 400 && response.status < 300;
	const { because } = isAccepted
		? documented.expectStatus(target, request)
		: {};
	const expected = because ? `${status}, since ${because}` : `${status}`;
	const rejected =
		status < 400 ? findRejectedInput(request, response) : undefined;
	const reason = status < 400 ? findReason(request, response) : undefined;
	const found = `${response.status}${reason === undefined ? "" : ` (${reason})`}`;
	if (rejected === undefined)
		return [{ where: "status", expected, actual: found }];
	const { name, value } = rejected;
	const actual = `${found}, which rejects ${name}`;
	const seen = JSON.stringify(value) ?? "none";
	// A length limit shows in the length only.
	const length =
		typeof value === "string" && value.length > MAX_SHOWN
			? ` of ${[...value].length} characters`
			: "";
	return [
		{
			...{ where: "status", expected, actual },
			seen: `${[...seen].slice(0, length === "" ? undefined : MAX_SHOWN).join("")}${length && "…"}${length}`,
		},
	];
}

/** Whether the body can be compared with a documented text, whatever its media type is. */
const isPlainText = ({ body }: ProviderResponse, json: unknown): boolean =>
	json === undefined && /^\s*[^\s<]/.test(body.toString("utf8"));

const readSent = (body: Buffer | string | undefined) => {
	const sent = tryParseJson(String(body ?? ""));
	return isObject(sent) ? sent : {};
};

/** Returns the JSON text of the value, or the body as it is if the value is nested too deeply for `JSON.stringify`. */
function toBody(value: unknown, { body }: ProviderResponse): Buffer {
	try {
		return Buffer.from(JSON.stringify(value));
	} catch (error) {
		if (error instanceof RangeError) return body;
		throw error;
	}
}

/**
 * Compares a response with the document, and translates it into the documented form.
 * @param renamed the actual name by the documented name, as other responses have shown; receives new ones
 * @param maxDeviations how many deviations of items end the comparison of an array, whose other items are then missing
 */
export function compareResponse(
	documented: DocumentedBehavior,
	observation: Observation,
	renamed: Map<string, string>,
	maxDeviations: number = Infinity,
): ComparedResponse {
	const { target, request, response, status } = observation;
	const deviations = compareStatus(observation, documented);
	const expected = documented.findResponse(target, status);
	const isOtherClass =
		Math.floor(status / 100) !== Math.floor(response.status / 100);
	if (!expected || isOtherClass)
		return { deviations, isReadable: false, additional: [], response };

	const body = tryParseJson(response.body.toString("utf8"));
	deviations.push(...compareForm(observation, expected, body));
	const translated = {
		...response,
		status,
		headers: { ...response.headers, "content-type": expected.mediaType },
	};
	if (!expected.schema || body === undefined)
		return {
			deviations,
			isReadable: !expected.schema && isPlainText(response, body),
			additional: [],
			response: translated,
		};
	const aligned = align(expected.schema, body, {
		where: "$",
		example: expected.example,
		sent: readSent(request.body),
		renamed,
		maxDeviations,
	});
	const { value } = aligned;
	// A problem repeats the status of its response (RFC 9457 section 3.1.2).
	const repaired =
		isObject(value) && value.status === response.status
			? { ...value, status }
			: value;
	return {
		deviations: [...deviations, ...aligned.deviations],
		isReadable: true,
		additional: aligned.additional,
		response: { ...translated, body: toBody(repaired, response) },
	};
}
