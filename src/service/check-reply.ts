import type {
	OperationModel,
	Reply,
	Service,
	Validator,
} from "../engine/model/service.ts";
import { describeValue, toPath } from "../forward/describe-place.ts";
import { findByStatus, isJsonType, isMediaType } from "../values/http.ts";
import { parsePointer, valueAt } from "../values/json.ts";
import { loadOnce } from "../values/load-once.ts";
import { findInvalidPlaces } from "../values/validation.ts";

/** Separate from the service, so that pages without handlers do not load the validators. */
const loadShipped = loadOnce(
	async () =>
		(await import("../../contracts/generated/response-validators.ts"))
			.validators,
);

type Places = NonNullable<Reply["violations"]>;

const place = (
	where: string,
	expected: string,
	actual: string,
): Places[number] => ({
	...{ where, expected, actual, assumptions: [] },
	message: `${where}: expected ${expected}, but found ${actual}`,
});

function findBodyPlaces(body: unknown, validate: Validator): Places {
	// Compared as JSON, the form in which it is sent.
	const sent = JSON.parse(JSON.stringify(body ?? null));
	return findInvalidPlaces(sent, validate).map((found) => {
		const steps = parsePointer("pointer" in found ? found.pointer : "");
		const where = toPath(steps);
		const actual = describeValue(valueAt(sent, ...steps));
		const message = `${where} ${found.detail}`;
		const expected = found.detail;
		return { where, expected, actual, message, assumptions: [] };
	});
}

/** Creates a function that finds the violations of the OpenAPI document in a reply of an operation. */
export function createReplyCheck(
	{ id, responses }: OperationModel,
	{ responseValidators: loadValidators = loadShipped }: Service,
): (reply: Reply) => Promise<Places> {
	return async ({ status, body, headers = {} }) => {
		const listed = findByStatus(responses, status);
		if (!listed)
			return [
				place("status", Object.keys(responses).join(" or "), `${status}`),
			];
		const { mediaType } = listed;
		if (mediaType === "")
			return body === undefined || body === ""
				? []
				: [place("$", "no body", describeValue(body))];
		const type = headers["content-type"];
		if (type !== undefined && !isMediaType(type, mediaType))
			return [place("header content-type", mediaType, type)];
		if (!isJsonType(mediaType)) return [];
		const validators = await loadValidators();
		const byStatus = Object.fromEntries(
			Object.keys(responses).map((key) => [key, validators[`${id} ${key}`]]),
		);
		const validate = findByStatus(byStatus, status);
		return validate ? findBodyPlaces(body, validate) : [];
	};
}
