import assert from "node:assert";
import { operations } from "../../../contracts/generated/operations.ts";
import { mutators } from "../../../src/mutation/mutate-contract.ts";
import type {
	Mutation,
	RecordedExchange,
} from "../../../src/mutation/mutation.ts";
import type {
	ProviderResponse,
	Send,
} from "../../../src/verification/contract.ts";
import { received } from "../../support/received.ts";
import { contract } from "../../support/shipped-contract.ts";

const { createZap, listZaps, searchAudit, getMetrics } = operations;

export const ULID = "01KDVQ2JM0R4T7XKQ5D2V9N8HC";
export const TIME = "2026-01-01T00:00:00.000Z";
export const zap = (name: string) => ({
	...{ id: `zap_${ULID}`, name, createdAt: TIME },
});

/** A page of zaps with these names. */
export const page = (nextCursor: string | null, ...names: string[]) => ({
	...{ items: names.map(zap), nextCursor },
});

const JSON_TYPE = { "content-type": "application/json" };

export const responseOf = (
	status: number,
	body: unknown,
	headers: Readonly<Record<string, string>> = JSON_TYPE,
): ProviderResponse => received(status, body, headers);

const exchange = (
	{ id, method, path }: (typeof operations)[keyof typeof operations],
	sent: Partial<RecordedExchange["request"]>,
	response: ProviderResponse,
): RecordedExchange => ({
	target: id,
	request: { method, path, ...sent },
	response,
});

export const created: RecordedExchange = {
	check: "createZap: with additional properties, which are kept",
	...exchange(
		createZap,
		{ headers: JSON_TYPE, body: '{"name":"A","colour":"red"}' },
		responseOf(createZap.success, { ...zap("A"), colour: "red" }),
	),
};

export const listed: RecordedExchange = exchange(
	listZaps,
	{ path: `${listZaps.path}?limit=2&cursor=c1` },
	responseOf(listZaps.success, page("c2", "B", "A")),
);

export const searched: RecordedExchange = exchange(
	searchAudit,
	{
		headers: { ...JSON_TYPE, "content-length": "99" },
		body: '{"text":"word","limit":2}',
	},
	responseOf(searchAudit.success, page(null)),
);

const { invalid } = createZap.problems;
export const rejected: RecordedExchange = exchange(
	createZap,
	{ headers: JSON_TYPE, body: '{"name":""}' },
	responseOf(
		invalid,
		{
			...{ type: "about:blank", title: "Bad Request", status: invalid },
			detail: "The request is not valid in one place.",
			errors: [{ pointer: "/name", detail: "must not be empty" }],
		},
		{ "content-type": "application/problem+json" },
	),
);

export const exposed: RecordedExchange = exchange(
	getMetrics,
	{},
	responseOf(
		getMetrics.success,
		'# TYPE zaps gauge\nzaps 20\n# TYPE commands_total counter\ncommands_total{a="{"} 3 1700000000000\n',
		{ "content-type": getMetrics.responses[200].mediaType },
	),
);

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
