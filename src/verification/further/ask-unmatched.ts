import { tryParseJson } from "../../values/json.ts";
import { listLeaves } from "../../values/list-all-values.ts";
import type { ContractOperation, Exchange } from "../contract.ts";
import { NOT_DOCUMENTED } from "../differences/additional-parts.ts";
import { isCode } from "../differences/describe-parts.ts";
import { generalize } from "../differences/rejection-words.ts";
import { findTarget } from "../operations.ts";
import { type Asking, isSuccess, typeOf } from "./asking.ts";

const QUERY = "understudy=1";
/** A size that most services limit, larger than the documented limit. */
const LARGE = 2_097_153;
/** Bodies that a service may reject before it knows that there is no operation. */
const BODIES: readonly (readonly [what: string, body: string])[] = [
	["a body that is no JSON", "{"],
	["an empty body", ""],
	[`a body of ${LARGE} bytes`, `{}${" ".repeat(LARGE - 2)}`],
];

const listTexts = ({ response }: Exchange) =>
	listLeaves(tryParseJson(`${response.body}`)).flatMap(({ where, value }) =>
		typeof value === "string" ? [{ where, text: value }] : [],
	);

/** Tells which texts of an error repeat the method or the path. */
function tellTexts(
	{ tell }: Asking,
	id: string,
	what: string,
	exchange: Exchange,
): void {
	for (const { where, text } of listTexts(exchange)) {
		const general = generalize(text, exchange.request);
		if (general !== text && /\s/.test(text))
			tell(id, exchange, {
				where,
				expected: NOT_DOCUMENTED,
				actual: `${JSON.stringify(general)} for ${what}`,
			});
	}
}

/** Finds the bodies that a service rejects although it has no operation for the request. Returns whether there are any. */
async function askBodies(
	{ ask, tell }: Asking,
	id: string,
	what: string,
	usual: Exchange,
): Promise<boolean> {
	const found = new Map<number, string[]>();
	let example: Exchange | undefined;
	const headers = { "content-type": "application/json" };
	for (const [named, body] of BODIES) {
		const other = await ask({ ...usual.request, headers, body });
		const status = other?.response.status ?? usual.response.status;
		if (status === usual.response.status || status >= 500) continue;
		example ??= other;
		found.set(status, [...(found.get(status) ?? []), named]);
	}
	if (!example) return false;
	const told = Array.from(
		found,
		([status, bodies]) => `${status} with ${bodies.join(" or ")}`,
	);
	const expected = `${usual.response.status} for ${what}, whatever its body is`;
	tell(id, example, { where: "status", expected, actual: told.join(", ") });
	return true;
}

/** Finds how a service responds to percent-encoding in a path: an invalid one, and that of a letter. */
async function askEncoded(
	{ ask, tell, contract }: Asking,
	{ id, path }: ContractOperation,
	usual: Exchange,
): Promise<void> {
	const start = path.replace(/[^/]*$/, "");
	const invalid = await ask({ method: "GET", path: `${start}%zz` });
	const { status } = usual.response;
	if (invalid && invalid.response.status !== status) {
		const codes = listTexts(invalid)
			.filter(({ text }) => isCode(text))
			.map(({ where, text }) => ` and ${where} ${JSON.stringify(text)}`);
		tell(id, invalid, {
			where: "status",
			expected: `${status} for a path with an invalid percent-encoding, such as ${start}%zz`,
			actual: `${invalid.response.status}, as ${typeOf(invalid) ?? "no media type"}${codes.join("")}`,
		});
	}
	const letter = path.at(start.length) ?? "";
	const encoded = `${start}%${letter.charCodeAt(0).toString(16)}${path.slice(start.length + 1)}`;
	const request = { method: "GET", path: encoded };
	if (findTarget(request, contract.operations) !== "unknownPath") return;
	const found = await ask(request);
	if (found && isSuccess(found))
		tell(id, found, {
			where: "status",
			expected: `${status} for ${encoded}`,
			actual: `${found.response.status}, as for ${path}`,
		});
}

/** Finds what a service says of unknown paths and undefined methods, whatever else is wrong with the request. */
export async function askUnmatched(asking: Asking): Promise<void> {
	const { ask, contract, operations } = asking;
	const [reading] = operations.filter(({ method }) => method === "GET");
	const [writing] = operations.filter(({ bodies }) => bodies.length > 0);
	const [status] = contract.documented.listStatuses("unknownPath");
	if (!reading || status === undefined) return;
	const unknown = `${reading.path}-understudy?${QUERY}`;
	const usual = await ask({ method: "GET", path: unknown });
	if (!usual || usual.response.status < 400) return;
	tellTexts(asking, reading.id, "an unknown path", usual);
	await askEncoded(asking, reading, usual);
	if (!writing) return;
	const posted = await ask({ method: "POST", path: unknown });
	const isRejecting =
		posted && (await askBodies(asking, reading.id, "an unknown path", posted));
	const method = ["PUT", "PATCH", "DELETE"].find((each) =>
		contract.operations.every(
			({ path, ...one }) => path !== writing.path || one.method !== each,
		),
	);
	const path = `${writing.path}?${QUERY}`;
	const rejected = method && (await ask({ method, path }));
	if (!rejected || rejected.response.status < 400) return;
	tellTexts(asking, writing.id, "an undefined method", rejected);
	if (isRejecting)
		await askBodies(asking, writing.id, "an undefined method", rejected);
}
