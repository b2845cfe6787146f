import { tryRecursion } from "../../values/errors.ts";
import { isMediaType } from "../../values/http.ts";
import { isObject, tryParseJson } from "../../values/json.ts";
import type { DocumentedBehavior } from "../documented-behavior.ts";
import type { DocumentedResponse } from "../documented-responses.ts";
import { readText, type SentRequest } from "../expect-status.ts";
import type { ReceivedResponse } from "../find-response-violation.ts";
import { isUrlEncoded } from "../write-request.ts";
import { align } from "./align.ts";
import { findRefutedAssumptions } from "./blame.ts";
import type { Deviation, Visit } from "./comparison.ts";
import type { ErrorTexts } from "./missing-properties.ts";
import { createRepeatsOther } from "./repeats-other.ts";

/** An exchange with a service. */
export interface JudgedExchange {
	/** The operation id, or the reason why the request matches no operation. */
	readonly target: string;
	readonly request: SentRequest;
	readonly response: ReceivedResponse;
	/** The expected status. */
	readonly status: number;
	/** The sent request, if its form differs from the documented one. */
	readonly adapted?: SentRequest;
}

/** The response in the form that the OpenAPI document describes. Values that were not found are missing. */
export interface DocumentedForm {
	readonly status: number;
	readonly contentType: string;
	/** JSON; undefined if the body does not change. */
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
	/** The actual name by the documented name, from other responses. This response adds its own. */
	readonly renamed?: Map<string, string>;
	/**
	 * The number of deviating items after which the comparison of an array ends. Later items are dropped. Defaults to no
	 * limit.
	 */
	readonly maxDeviations?: number;
	/** Receives each value of the body at a documented place. */
	readonly visit?: Visit;
	/** Redacts credentials in a text. */
	readonly hide?: (text: string) => string;
	/** Returns how many other operations name a record of this operation by the text; -1 for the id of a record of another one. */
	readonly countUses?: (text: string) => number;
	/** What all rejections of the service say together. */
	readonly errorTexts?: ErrorTexts;
}

/** Returns the deviations of the media type, or of a body that is not JSON. Either one implies the other. */
function compareForm(
	{ request, response }: JudgedExchange,
	{ mediaType, schema, requiredHeaders = [] }: DocumentedResponse,
	body: unknown,
): Deviation[] {
	const missing = requiredHeaders
		.filter((name) => !(name in response.headers))
		.map((name) => ({
			...{ where: `header ${name}`, expected: name, actual: "missing" },
			change: { kind: "header", name } as const,
		}));
	return [...missing, ...compareMediaType()];

	function compareMediaType(): Deviation[] {
		if (mediaType === "") return [];
		const text = readText(response.body);
		const actual = response.headers["content-type"] ?? "none";
		if (text === "" && request.method !== "HEAD")
			return response.status === 204
				? []
				: [
						{
							...{ where: "$", expected: "a body", actual: "an empty body" },
							change: { kind: "no body" },
						},
					];
		if (!isMediaType(actual, mediaType)) {
			const change = {
				kind: "media type",
				from: mediaType,
				to: actual,
			} as const;
			const where = "header content-type";
			return [{ where, expected: mediaType, actual, change }];
		}
		return schema && body === undefined && request.method !== "HEAD"
			? [{ where: "$", expected: "JSON", actual: "text that is not JSON" }]
			: [];
	}
}

/** @param found receives the strings, because a list of each level would copy those of all levels below */
function listStrings(value: unknown, found: string[] = []): string[] {
	if (typeof value === "string") found.push(value);
	else if (typeof value === "object" && value !== null)
		for (const inner of Object.values(value)) listStrings(inner, found);
	return found;
}

/** Returns the name and value of each property of a body and each parameter of a query. */
export function listInput({
	path,
	headers,
	body,
}: SentRequest): (readonly [name: string, value: unknown])[] {
	const text = readText(body);
	const sent = tryParseJson(text);
	return [
		...new URLSearchParams(path.split("?")[1]),
		...(isUrlEncoded(headers?.["content-type"] ?? "")
			? new URLSearchParams(text)
			: []),
		...(isObject(sent) ? Object.entries(sent) : []),
	];
}

const REASONS = [/detail|message|reason|description/i, /error|title/i];
const MAX_REASON = 60;
/** The maximum number of characters of a reason that are read. */
const MAX_READ = 1_000;

function findText(value: unknown): string | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	const inner = Object.values(value).map(findText).find(Boolean);
	if (inner !== undefined) return inner;
	const entries = Object.entries(value);
	for (const pattern of REASONS)
		for (const [name, text] of entries)
			if (typeof text === "string" && text !== "" && pattern.test(name))
				return text;
	return undefined;
}

/**
 * Finds out why the service rejects a request: the reason, and the property or parameter that the response names, by
 * its name or JSON pointer.
 */
function readRejection(
	request: SentRequest,
	{ status, body }: ReceivedResponse,
	hide: JudgeOptions["hide"] = (text) => text,
) {
	if (status < 400 || status >= 500) return {};
	const rejection = tryParseJson(readText(body));
	const input = listInput(request);
	const names = new Set(
		listStrings(rejection).map((each) => each.replace(/^[/#$.]+/, "")),
	);
	// First, because what follows changes the parts of a credential.
	const text = hide((findText(rejection) ?? "").slice(0, MAX_READ));
	// Without values that differ in each request.
	const sent = new Set(input.flatMap(([, value]) => listStrings(value)));
	const reason = [...sent]
		.filter((each) => each.length > 2 && text.includes(each))
		.reduce(
			// A match inside a longer word is not the value.
			(known, each) =>
				known
					.split(each)
					.reduce((before, after) =>
						/\w$/.test(before) || /^\w/.test(after)
							? `${before}${each}${after}`
							: `${before}…${after}`,
					),
			text,
		)
		.replaceAll(/[0-9a-f-]{16,}|[0-9]{4,}/gi, "…");
	return {
		reason: [...reason].slice(0, MAX_REASON).join(""),
		input: input.find(([name]) => names.has(name)),
	};
}

const MAX_SHOWN = 15;

/** Returns a value. Cuts a long text and adds its length, because only the length shows that a limit was exceeded. */
function showValue(value: unknown): string {
	const text = JSON.stringify(value) ?? "none";
	return typeof value === "string" && value.length > MAX_SHOWN
		? `${[...text].slice(0, MAX_SHOWN).join("")}… of ${[...value].length} characters`
		: text;
}

const STATUS = { where: "status", change: { kind: "status" } } as const;

function compareStatus(
	{ target, request, response, status }: JudgedExchange,
	documented: DocumentedBehavior,
	hide: JudgeOptions["hide"],
): Deviation[] {
	if (response.status === status) return [];
	if (status >= 400) {
		const { violation, ...reason } = documented.expectStatus(target, request);
		const isReason =
			response.status < 300 || violation?.kind === "unsupportedEncoding";
		const { because, about } = isReason ? reason : {};
		const declared =
			violation?.kind === "unsupportedMedia" ? ` with ${violation.sent}` : "";
		const expected = because
			? `${status}, since ${because}`
			: `${status}${declared}`;
		const actual = `${response.status}`;
		const found = { ...STATUS, expected, actual, violation };
		return [{ ...found, ...(about !== undefined && { about }) }];
	}
	const { reason, input } = readRejection(request, response, hide);
	const expected = `${status}`;
	const found = `${response.status}${reason ? ` (${reason})` : ""}`;
	if (!input) return [{ ...STATUS, expected, actual: found }];
	const [name, value] = input;
	const actual = `${found}, which rejects ${name}`;
	return [{ ...STATUS, expected, actual, seen: showValue(value) }];
}

/** Whether the body can be compared with a documented text. The media type does not matter. */
const isPlainText = (text: string, json: unknown): boolean =>
	json === undefined && /^\s*[^\s<]/.test(text);

/** Whether the OpenAPI document allows the status of the response besides the expected one. */
function isAlternative(
	documented: DocumentedBehavior,
	{ target, response, status }: JudgedExchange,
): boolean {
	const isOfClass =
		Math.floor(status / 100) === Math.floor(response.status / 100);
	// A rejection for another reason has another status, unless the document lists no status for this reason.
	const isOpen =
		status < 300 || !documented.listStatuses(target).includes(status);
	return (
		isOfClass &&
		isOpen &&
		documented.findResponse(target, response.status) !== undefined
	);
}

/**
 * Compares a response with the OpenAPI document. Finds each place that deviates and the assumptions at this place,
 * and converts the response to the documented form.
 */
export function judgeResponse(
	documented: DocumentedBehavior,
	exchange: JudgedExchange,
	options: JudgeOptions = {},
): Judgment {
	const { renamed = new Map(), maxDeviations = Infinity } = options;
	const { visit, countUses, errorTexts, hide } = options;
	const { target, request, response } = exchange;
	const status = isAlternative(documented, exchange)
		? response.status
		: exchange.status;
	const subject = { operation: target, status };
	const blame = (deviations: readonly Deviation[]): BlamedDeviation[] =>
		deviations.map((each) => ({
			...each,
			assumptions: findRefutedAssumptions(documented, subject, each),
		}));
	const ofStatus = compareStatus({ ...exchange, status }, documented, hide);
	const { "content-type": mediaType } = response.headers;
	const expected = documented.findResponse(target, status, mediaType);
	const isOtherClass =
		Math.floor(status / 100) !== Math.floor(response.status / 100);
	if (!expected || isOtherClass)
		return { deviations: blame(ofStatus), isReadable: false, additional: [] };

	const text = readText(response.body);
	const body = tryParseJson(text);
	const deviations = [...ofStatus, ...compareForm(exchange, expected, body)];
	const form = { status, contentType: expected.mediaType };
	if (!expected.schema || body === undefined)
		return {
			deviations: blame(deviations),
			isReadable: !expected.schema && isPlainText(text, body),
			additional: [],
			documentedForm: form,
		};
	const sent = tryParseJson(readText(request.body));
	const aligned = align(expected.schema, body, {
		...{ where: "$", at: "$" },
		example: expected.example,
		sent: isObject(sent) ? sent : {},
		...{ renamed, maxDeviations, visit, countUses, errorTexts },
		repeatsOther: createRepeatsOther(exchange, documented),
		status: response.status,
	});
	const { value } = aligned;
	// A problem repeats the status of its response (RFC 9457 section 3.1.2).
	const repaired =
		isObject(value) && value.status === response.status
			? { ...value, status }
			: value;
	return {
		deviations: blame([...deviations, ...aligned.deviations]),
		isReadable: true,
		additional: aligned.additional,
		documentedForm: {
			...form,
			body: tryRecursion(() => JSON.stringify(repaired)),
		},
	};
}
