import { createMock } from "zaps-understudy";
import type { MockDocument } from "zaps-understudy/node";
import { verify } from "zaps-understudy/verify";
import { serveMock } from "../../support/serve-mock.ts";

/** A request that the mock received. */
export interface Received {
	readonly method: string;
	readonly target: string;
	readonly type: string;
	readonly body: string;
}

/** Returns a value of each header that has credentials. */
const createCredentials = ({ service }: MockDocument): Record<string, string> =>
	Object.fromEntries(
		service.operations.flatMap(({ spec: { security = [] } }) =>
			security.flat().flatMap(({ in: place, name, scheme }) => {
				const text = scheme === undefined ? "key" : `${scheme} understudy`;
				return place === "header" ? [[name.toLowerCase(), text]] : [];
			}),
		),
	);

/** Verifies the mock of a document by the same document, or the mock of another one. */
export async function verifyOwn(
	document: MockDocument,
	served: MockDocument = document,
) {
	const received: Received[] = [];
	const mock = createMock({ document: served, clock: "system" });
	await using server = await serveMock(mock, {
		override: () => async (request) => {
			const { pathname, search } = new URL(request.url);
			received.push({
				method: request.method,
				target: pathname + search,
				type: request.headers.get("content-type") ?? "",
				body: await request.clone().text(),
			});
			return mock.fetch(request);
		},
	});
	const { report, unchecked } = await verify(server.url, {
		document,
		headers: createCredentials(document),
	});
	const failed = report.interactions
		.filter(({ passed }) => !passed)
		.map(({ description, mismatches }) => [description, mismatches]);
	const passed = report.interactions
		.filter((each) => each.passed)
		.map(({ description }) => description);
	return { failed, passed, unchecked, received };
}
