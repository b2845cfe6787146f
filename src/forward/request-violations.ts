import { CANNOT_CHECK } from "../document/evaluate.ts";
import { readText, type SentRequest } from "../document/expect-status.ts";
import type { ParameterModel, ParameterPlace } from "../document/model.ts";
import type { Reply } from "../engine/model/service.ts";
import type { Violation } from "../journal/entry.ts";
import { describeValue, toPath } from "../values/describe-place.ts";
import {
	isObject,
	parsePointer,
	tryParseJson,
	valueAt,
} from "../values/json.ts";

/** The reply with which the mock would reject a request. */
export type RequestRejection = Pick<Reply, "status" | "problem">;

/** Describes the value of a parameter. The value of a header or a cookie may be a credential. */
function describeParameter(
	{ headers, path }: SentRequest,
	name: string,
	place: ParameterPlace,
): string {
	const [pathname = "", search] = path.split("?");
	if (place === "path") return describeValue(pathname);
	if (place === "query")
		return describeValue(new URLSearchParams(search).getAll(name).join());
	const isSent =
		place === "header"
			? headers?.[name.toLowerCase()] !== undefined
			: headers?.cookie
					?.split(/; */)
					.some((each) => each.startsWith(`${name}=`));
	return isSent ? "another value" : "missing";
}

function toViolation(
	request: SentRequest,
	body: unknown,
	parameters: readonly ParameterModel[],
	place: Readonly<Record<string, unknown>>,
): Omit<Violation, "assumptions"> {
	const expected = String(place.detail);
	const at = (where: string, actual: string) => ({
		where: `request ${where}`,
		...{ expected, actual, message: `request ${where} ${expected}` },
	});
	const { parameter } = place;
	if (typeof parameter === "string") {
		const known = parameters.find(({ name }) => name === parameter);
		const within = known?.in ?? "query";
		const actual = describeParameter(request, parameter, within);
		return at(`${within} ${parameter}`, actual);
	}
	const steps = parsePointer(String(place.pointer));
	const value = valueAt(body, ...steps);
	// A body that is not JSON has no value, but is not missing.
	const isText = steps.length === 0 && value === undefined;
	const { "content-type": mediaType = "text" } = request.headers ?? {};
	return at(toPath(steps), describeValue(isText ? mediaType : value));
}

/** Returns the part of a request that is rejected as a whole, and its value. */
function describeRejected(
	{ headers = {}, path }: SentRequest,
	status: number,
): readonly [where: string, actual: string] {
	if (status === 413) return ["request body", "a longer body"];
	if (status === 404) return ["request path", path];
	const { "content-encoding": encoding = "identity" } = headers;
	return encoding === "identity"
		? ["request header content-type", headers["content-type"] ?? "none"]
		: ["request header content-encoding", encoding];
}

/** Returns the errors of a request, from the reply with which the mock would reject it. */
export function findRequestViolations(
	request: SentRequest,
	{ status, problem = {} }: RequestRejection,
	parameters: readonly ParameterModel[],
): readonly Omit<Violation, "assumptions">[] {
	const { errors, detail } = problem;
	if (Array.isArray(errors)) {
		const isGivenUp = errors.some(
			(each) => isObject(each) && each.detail === CANNOT_CHECK,
		);
		if (isGivenUp) throw new Error(`the request body ${CANNOT_CHECK}`);
		const sent = tryParseJson(readText(request.body));
		return errors
			.filter(isObject)
			.map((place) => toViolation(request, sent, parameters, place));
	}
	const [where, actual] = describeRejected(request, status);
	return [{ where, expected: `no ${status}`, actual, message: String(detail) }];
}
