import type { Violation } from "../../document/validate-request.ts";
import { type Texts, tryParseJson } from "../../values/json.ts";
import { type InvalidPlace, TOO_DEEP } from "../../values/validation.ts";
import type { Contract } from "../contract.ts";
import { ACCESS_STATUSES } from "../judge.ts";
import { withoutGenerated } from "../learning/rejections/generated.ts";
import type { ComparedObservation } from "../observed.ts";

const OF_BODY = {
	tooLarge: "a body that is too large",
	unsupportedMedia: "a body that is not declared as JSON",
	unsupportedEncoding: "a body with a Content-Encoding",
	notFound: "a path that leads to nothing",
	malformed: "a body that is no JSON",
} as const;

const DEEP = "a body nested deeply";
const EMPTY = "an empty body";
/** The status of a request that the state of a record does not allow. */
const CONFLICT = 409;
/** The name under which checks add values to a body. */
const ADDED = "understudy";

/** The causes that a rejection shows only if the service does not reject valid bodies in the same way. */
const OF_VALID: readonly (string | undefined)[] = [
	...[OF_BODY.tooLarge, OF_BODY.unsupportedMedia],
	...[OF_BODY.unsupportedEncoding, DEEP],
];

const UNMATCHED: Texts = {
	unknownPath: "an unknown path",
	undefinedMethod: "an undefined method",
};

/** Whether a request matches no operation, so that an operation says nothing of it. */
export const isUnmatched = (cause: string): boolean =>
	Object.values(UNMATCHED).includes(cause);

/** The beginning of what the document says about a value of another type. */
const OTHER_TYPE = /^must be (an? |true or false)/;

function describePlace(place: InvalidPlace | undefined): string | undefined {
	if (!place) return undefined;
	if ("parameter" in place) return `an invalid ${place.parameter} in the query`;
	const { pointer, detail } = place;
	if (detail.startsWith(TOO_DEEP)) return DEEP;
	if (detail === "is required") return "a missing property";
	if (!OTHER_TYPE.test(detail)) return "an invalid value in the body";
	return pointer === ""
		? "a body that is no object"
		: "a value of another type in the body";
}

function describeViolation(violation: Violation): string | undefined {
	const { kind } = violation;
	if (kind !== "invalid" && kind !== "malformed") return OF_BODY[kind];
	const [place] = violation.places;
	const described = describePlace(place);
	if (kind === "invalid" || described === DEEP) return described;
	return place?.detail.startsWith("is empty") ? EMPTY : OF_BODY.malformed;
}

/** Returns why the document lets a service reject a request, in words that other requests share. */
function describeCause(
	{ expectStatus }: Contract["documented"],
	{ target, request, response, adapted }: ComparedObservation,
): string | undefined {
	if ([...ACCESS_STATUSES, CONFLICT].includes(response.status))
		return undefined;
	const unmatched = UNMATCHED[target];
	if (unmatched !== undefined) return unmatched;
	const { violation } = expectStatus(target, request);
	const [place] = violation && "places" in violation ? violation.places : [];
	const name = place && "pointer" in place ? place.pointer.slice(1) : "";
	const value = Object(tryParseJson(`${request.body ?? ""}`))[name];
	// Where the service takes the value in the query, it is no value of the body.
	const isMoved =
		name !== "" &&
		adapted !== undefined &&
		[...new URLSearchParams(adapted.path.split("?")[1]).values()].includes(
			`${value}`,
		);
	if (isMoved) return `an invalid ${name} in the query`;
	return violation && describeViolation(violation);
}

/** Returns the requests that the document lets a service reject, with their causes, without those that the service may have rejected because of its own form of bodies. */
export function listCauses<Seen extends ComparedObservation>(
	documented: Contract["documented"],
	compared: readonly Seen[],
): (Seen & { readonly cause: string | undefined })[] {
	const keyOf = ({ operation, response: { status, body } }: Seen): string =>
		`${operation} ${status} ${withoutGenerated(`${body}`)}`;
	const ofValid = new Set(
		compared.filter(({ status }) => status < 400).map(keyOf),
	);
	const accepting = new Set(
		compared
			.filter(({ response: { status } }) => status < 300)
			.map(({ operation }) => operation),
	);
	const rejected = compared
		.filter(({ status }) => status >= 400)
		.map((each) => ({ ...each, cause: describeCause(documented, each) }));
	// A service may say the same of each request that it rejects.
	const isMalformed = ({ cause }: (typeof rejected)[number]): boolean =>
		cause === OF_BODY.malformed || cause === EMPTY;
	const isUnlike = rejected.some(
		(each) => isMalformed(each) && !ofValid.has(keyOf(each)),
	);
	// A rejection that names the property which only a check adds is about this name.
	const isOfName = (each: (typeof rejected)[number]): boolean =>
		(each.cause === DEEP || isMalformed(each)) &&
		`${each.response.body}`.includes(ADDED);
	/** Whether the request has a form that was learnt, which the service does not accept either. */
	const isInVain = ({ adapted, operation }: Seen): boolean =>
		adapted !== undefined && !accepting.has(operation);
	const mayBeOfForm = (each: (typeof rejected)[number]): boolean =>
		OF_VALID.includes(each.cause) ||
		(isUnlike && isMalformed(each)) ||
		// A valid request may name no record.
		each.response.status === 404;
	return rejected.filter(
		(each) =>
			each.response.status < 300 ||
			(!isOfName(each) &&
				!(mayBeOfForm(each) && ofValid.has(keyOf(each))) &&
				!(OF_VALID.includes(each.cause) && isInVain(each))),
	);
}
