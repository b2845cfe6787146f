import { isObject, tryParseJson } from "../../values/json.ts";
import { isMediaType } from "../../values/media-type.ts";
import type {
	DocumentedBehavior,
	DocumentedResponse,
	ReceivedResponse,
} from "../documented-behavior.ts";
import { readText, type SentRequest } from "../expect-status.ts";
import { align, type Deviation } from "./align.ts";
import { findRefutedAssumptions } from "./blame.ts";
import { findReason, findRejectedInput } from "./find-rejected-input.ts";

/** An exchange with a service. */
export interface JudgedExchange {
	/** The operation id, or why the request matches no operation. */
	readonly target: string;
	readonly request: SentRequest;
	readonly response: ReceivedResponse;
	/** The expected status. */
	readonly status: number;
}

/** What a response would have been in the form that the OpenAPI document describes, as far as it could be found. */
export interface DocumentedForm {
	readonly status: number;
	readonly contentType: string;
	/** JSON; undefined if the body stays as it is. */
	readonly body?: string | undefined;
}

export interface Judgment {
	readonly deviations: readonly BlamedDeviation[];
	/** Whether the body could be compared. */
	readonly isReadable: boolean;
	/** The paths of properties that the document does not know. */
	readonly additional: readonly string[];
	/** Undefined if the response cannot be translated. */
	readonly documentedForm?: DocumentedForm;
}

/** A place that deviates from the document, and the assumptions that it refutes. */
export interface BlamedDeviation extends Deviation {
	readonly assumptions: readonly string[];
}

export interface JudgeOptions {
	/** The actual name by the documented name, as other responses have shown; receives new ones. */
	readonly renamed?: Map<string, string>;
	/** How many deviations of items end the comparison of an array, whose other items are then missing; defaults to all. */
	readonly maxDeviations?: number;
}

/** Deviations of the media type, or of a body that is not JSON. One implies the other. */
function compareForm(
	{ request, response }: JudgedExchange,
	{ mediaType, schema }: DocumentedResponse,
	body: unknown,
): Deviation[] {
	const text = readText(response.body);
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
	{ target, request, response, status }: JudgedExchange,
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
const isPlainText = (text: string, json: unknown): boolean =>
	json === undefined && /^\s*[^\s<]/.test(text);

const readSent = (body: Uint8Array | string | undefined) => {
	const sent = tryParseJson(readText(body));
	return isObject(sent) ? sent : {};
};

/** Returns the JSON text of the value; undefined if it is nested too deeply for `JSON.stringify`. */
function toText(value: unknown): string | undefined {
	try {
		return JSON.stringify(value);
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

/**
 * Compares a response with the OpenAPI document: finds each place that deviates, with the assumptions that stand there,
 * and translates the response into the documented form.
 */
export function judgeResponse(
	documented: DocumentedBehavior,
	exchange: JudgedExchange,
	{ renamed = new Map(), maxDeviations = Infinity }: JudgeOptions = {},
): Judgment {
	const { target, request, response, status } = exchange;
	const blame = (deviation: Deviation): BlamedDeviation => ({
		...deviation,
		assumptions: findRefutedAssumptions(
			documented,
			{ operation: target, status },
			deviation,
		),
	});
	const ofStatus = compareStatus(exchange, documented);
	const expected = documented.findResponse(target, status);
	const isOtherClass =
		Math.floor(status / 100) !== Math.floor(response.status / 100);
	if (!expected || isOtherClass)
		return {
			deviations: ofStatus.map(blame),
			isReadable: false,
			additional: [],
		};

	const text = readText(response.body);
	const body = tryParseJson(text);
	const deviations = [...ofStatus, ...compareForm(exchange, expected, body)];
	const form = { status, contentType: expected.mediaType };
	if (!expected.schema || body === undefined)
		return {
			deviations: deviations.map(blame),
			isReadable: !expected.schema && isPlainText(text, body),
			additional: [],
			documentedForm: form,
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
		deviations: [...deviations, ...aligned.deviations].map(blame),
		isReadable: true,
		additional: aligned.additional,
		documentedForm: { ...form, body: toText(repaired) },
	};
}
