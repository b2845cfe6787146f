import { createMock, type Mock } from "zaps-understudy";
import { loadForwarder } from "zaps-understudy/node";
import { startStub } from "../test/support/stub-server.ts";
import { compare, type Group } from "./comparison.ts";
import type { Benchmark } from "./report.ts";

const COUNT = 32_000;

const list = (count: number, item: string): string =>
	Array(count).fill(item).join();

async function measureMs(
	{ fetch }: Mock,
	path: string,
	body?: string,
): Promise<number> {
	const startedAt = performance.now();
	const headers = { "content-type": "application/json" };
	const init = body === undefined ? {} : { method: "POST", headers, body };
	const response = await fetch(new Request(`http://mock${path}`, init));
	const text = await response.text();
	if (response.status >= 500) throw new Error(`Cannot measure: ${text}`);
	return performance.now() - startedAt;
}

/** Measures how much longer twice as many invalid items take. */
export const measure: Benchmark = async ({ quick }) => {
	await using service = await startStub((req, res) => {
		res.writeHead(200, { "content-type": "application/json" });
		const count = Number(
			new URL(req.url ?? "", "http://service").searchParams.get("count"),
		);
		res.end(`{"items":[${list(count, "{}")}],"nextCursor":null}`);
	});
	const mock = createMock();
	const forwarding = createMock({
		forward: { url: service.url },
		loadForwarder,
	});
	const measures: Readonly<Record<string, (count: number) => Promise<number>>> =
		{
			request: (count) =>
				measureMs(mock, "/v1/pipeline", `{"steps":[${list(count, "0")}]}`),
			response: (count) => measureMs(forwarding, `/v1/zaps?count=${count}`),
		};
	const groups = Object.entries(measures).map(
		([title, measureCount]): Group => ({
			title,
			key: `linear ${title}`,
			subjects: {
				once: () => measureCount(COUNT),
				twice: () => measureCount(2 * COUNT),
			},
		}),
	);
	return await compare(
		`Time to check ${COUNT} invalid items of a request and of a forwarded response, and twice as many`,
		{ rounds: quick ? 5 : 20, warmUps: 3, digits: 1, unit: "ms" },
		groups,
	);
};
