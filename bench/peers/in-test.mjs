import assert from "node:assert/strict";

/**
 * Runs tests with a POST, a GET and two assertions, and prints how long they took in milliseconds: the first one, with
 * what the process loads for it, and each of the others.
 * Usage: in-test.mjs <plain|mock> <how many others>
 */
const BASE_URL = "http://zaps.test";

/** A test with the handlers that a team would write by hand, and their state. */
async function preparePlain() {
	const { http, HttpResponse } = await import("msw");
	const { setupServer } = await import("msw/node");
	let zaps = [];
	let received = [];
	const empty = () => HttpResponse.json({});
	setupServer(
		http.get(`${BASE_URL}/v1/health`, empty),
		http.post(`${BASE_URL}/v1/command`, empty),
		http.post(`${BASE_URL}/v1/pipeline`, empty),
		http.get(`${BASE_URL}/v1/zaps`, ({ request }) => {
			const limit = new URL(request.url).searchParams.get("limit") ?? 20;
			const items = zaps.slice(0, Number(limit));
			return HttpResponse.json({ items, nextCursor: null });
		}),
		http.post(`${BASE_URL}/v1/zaps`, async ({ request }) => {
			const body = await request.json();
			if (typeof body.name !== "string")
				return HttpResponse.json({ status: 400 }, { status: 400 });
			const createdAt = new Date().toISOString();
			const zap = { id: crypto.randomUUID(), createdAt, ...body };
			zaps.unshift(zap);
			received.push(body);
			return HttpResponse.json(zap, { status: 201 });
		}),
		http.post(`${BASE_URL}/v1/audit/search`, empty),
		http.get(`${BASE_URL}/metrics`, empty),
	).listen({ onUnhandledRequest: "error" });
	return async (test) => {
		zaps = [];
		received = [];
		await test(BASE_URL, (body) => assert.deepEqual(received, [body]));
	};
}

async function prepareMock() {
	const { setupMock } = await import("zaps-understudy/node");
	const mock = setupMock({ baseUrl: BASE_URL, dataset: "empty" }).listen();
	return (test) =>
		mock.run(() =>
			test(mock.url, async (body) => {
				const operation = "createZap";
				const { requests } = await mock.requests({ operation });
				const bodies = requests.map(({ request }) => request.body);
				assert.deepEqual(bodies, [body]);
			}),
		);
}

async function createAndList(url, expectReceived, name) {
	const zap = { name };
	const created = await fetch(`${url}/v1/zaps`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(zap),
	});
	assert.equal(created.status, 201);
	await created.json();
	const { items } = await (await fetch(`${url}/v1/zaps`)).json();
	assert.equal(items[0].name, name);
	await expectReceived(zap);
}

const [, , subject, others] = process.argv;
const run = await (subject === "mock" ? prepareMock() : preparePlain());
const test = (name) =>
	run((url, expectReceived) => createAndList(url, expectReceived, name));
await test("first");
const firstMs = performance.now();
for (let count = 0; count < others; count++) await test(`warm-up ${count}`);
const from = performance.now();
for (let count = 0; count < others; count++) await test(`zap ${count}`);
const eachMs = (performance.now() - from) / others;
process.stdout.write(JSON.stringify({ firstMs, eachMs }));
process.exit();
