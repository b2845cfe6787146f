import assert from "node:assert";
import { contract as shipped } from "../../../contracts/contract.ts";
import { operations } from "../../../contracts/generated/operations.ts";
import type {
	ProviderResponse,
	Send,
} from "../../../src/verification/contract.ts";
import type {
	Mutation,
	RecordedExchange,
} from "../../../src/verification/mutation/mutation.ts";
import { mutators } from "../../../src/verification/mutation/plan-mutants.ts";

export const contract = { ...shipped, pact: "" };
const { createZap, listZaps, searchAudit, getMetrics } = operations;

export const ULID = "01KDVQ2JM0R4T7XKQ5D2V9N8HC";
export const TIME = "2026-01-01T00:00:00.000Z";
export const zap = (name: string) => ({
	id: `zap_${ULID}`,
	name,
	createdAt: TIME,
});

/** A page of zaps with these names. */
export const page = (
	nextCursor: string | null,
	...names: readonly string[]
) => ({ items: names.map(zap), nextCursor });

export const responseOf = (
	status: number,
	body: unknown,
	contentType = "application/json",
): ProviderResponse => ({
	status,
	headers: { "content-type": contentType },
	body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
});

export const created: RecordedExchange = {
	check: "createZap: with additional properties, which are kept",
	target: createZap.id,
	request: {
		method: createZap.method,
		path: createZap.path,
		headers: { "content-type": "application/json" },
		body: '{"name":"A","colour":"red"}',
	},
	response: responseOf(createZap.success, { ...zap("A"), colour: "red" }),
};

export const listed: RecordedExchange = {
	target: listZaps.id,
	request: { method: "GET", path: `${listZaps.path}?limit=2&cursor=c1` },
	response: responseOf(listZaps.success, page("c2", "B", "A")),
};

export const searched: RecordedExchange = {
	target: searchAudit.id,
	request: {
		method: searchAudit.method,
		path: searchAudit.path,
		headers: { "content-type": "application/json", "content-length": "99" },
		body: '{"text":"word","limit":2}',
	},
	response: responseOf(searchAudit.success, page(null)),
};

export const rejected: RecordedExchange = {
	target: createZap.id,
	request: { ...created.request, body: '{"name":""}' },
	response: responseOf(
		createZap.problems.invalid,
		{
			type: "about:blank",
			title: "Bad Request",
			status: createZap.problems.invalid,
			detail: "The request is not valid in one place.",
			errors: [{ pointer: "/name", detail: "must not be empty" }],
		},
		"application/problem+json",
	),
};

export const exposed: RecordedExchange = {
	target: getMetrics.id,
	request: { method: getMetrics.method, path: getMetrics.path },
	response: responseOf(
		getMetrics.success,
		'# TYPE zaps gauge\nzaps 20\n# TYPE commands_total counter\ncommands_total{a="{"} 3 1700000000000\n',
		getMetrics.responses[200].mediaType,
	),
};

export const mutationsOf = (exchange: RecordedExchange): Mutation[] =>
	mutators.flatMap((mutate) => mutate(exchange, contract));

export function find(
	exchange: RecordedExchange,
	name: string,
	where: string,
): Mutation {
	const found = mutationsOf(exchange).find(
		(each) => each.name === name && each.where === where,
	);
	return found ?? assert.fail(`There is no mutation "${name}" at ${where}.`);
}

export async function mutated(
	exchange: RecordedExchange,
	name: string,
	where: string,
	send: Send = () => Promise.reject(new Error("The mutation sent a request.")),
): Promise<ProviderResponse> {
	const response = await find(exchange, name, where).mutate(exchange, send);
	return response ?? assert.fail("The mutation does not apply.");
}

export const bodyOf = ({ body }: ProviderResponse): unknown =>
	JSON.parse(body.toString());
