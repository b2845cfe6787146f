import fc from "fast-check";
import { expect, test } from "vitest";
import { type TransportMock, transports } from "../conformance/transports.ts";
import { pactRequests } from "../support/pact-requests.ts";
import { isWhole } from "./sample.ts";

/** Ten thousand take three minutes. */
const REQUESTS = isWhole ? 10_000 : 300;
const TIMEOUT_MS = 240_000;

/** Other headers depend on the transport. */
const HEADERS =
	/^(content-type|mock-assumptions|preference-applied|retry-after|www-authenticate|mock-session-restarted)$/;

async function send(
	{ baseUrl, fetch }: TransportMock,
	{ create }: (typeof pactRequests)[number],
	headers: Readonly<Record<string, string>>,
): Promise<unknown> {
	const request = create(baseUrl);
	for (const [name, value] of Object.entries(headers))
		request.headers.set(name, value);
	const response = await fetch(request);
	return {
		status: response.status,
		headers: [...response.headers].filter(([name]) => HEADERS.test(name)),
		body: await response.text(),
	};
}

const prefer =
	"code=200 code=429 scenario=empty scenario=broken scenario=nothing".split(
		" ",
	);
const sessions = ["a", "b", "not a name"];
const controlHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
	{ weight: 8, arbitrary: fc.constant({}) },
	fc.record({ prefer: fc.constantFrom(...prefer) }),
	fc.record({ "mock-session": fc.constantFrom(...sessions) }),
);

test.each(["serve", "setupServer", "express"] as const)(
	"%s returns the same responses as fetch to many requests",
	async (name) => {
		await using expected = await transports.fetch();
		await using actual = await transports[name]();
		const requests = fc.sample(
			fc.tuple(fc.constantFrom(...pactRequests), controlHeaders),
			{ numRuns: REQUESTS, seed: 1 },
		);
		for (const [request, headers] of requests)
			expect(await send(actual, request, headers)).toEqual(
				await send(expected, request, headers),
			);
	},
	TIMEOUT_MS,
);
