import { join } from "node:path";
import type { BrowserContext, JSHandle, Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { addTransportCases } from "../../conformance/transport-cases.ts";
import type {
	OpenTransport,
	TransportControl,
} from "../../conformance/transports.ts";
import { describeInChromium } from "../../support/describe-in-chromium.ts";
import { serveWorkerPage } from "../../support/serve-worker-page.ts";
import type * as pageMock from "./page-mock.ts";
import type { ReceivedResponse, SentRequest } from "./page-mock.ts";

async function toSent(
	input: string | Request,
	init: RequestInit | undefined,
): Promise<SentRequest> {
	const request = new Request(input, init);
	return {
		url: request.url,
		method: request.method,
		headers: [...request.headers],
		body: request.body
			? new Uint8Array(await request.arrayBuffer())
			: undefined,
		streamed: init?.body instanceof ReadableStream,
	};
}

function toResponse(received: ReceivedResponse): Response {
	const { status, headers, chunks, broken } = received;
	// A status like 204 allows no body, not even an empty one.
	if (chunks.length === 0 && broken === undefined)
		return new Response(null, { status, headers });
	const body = new ReadableStream<Uint8Array>({
		// Called again for each chunk, so that all of them are read before the error.
		pull(controller) {
			const chunk = chunks.shift();
			if (chunk) controller.enqueue(chunk);
			else if (broken === undefined) controller.close();
			else controller.error(new TypeError(broken));
		},
	});
	return new Response(body, { status, headers });
}

/** Collects what the page reports as errors, except the failed requests to these URLs. */
function collectErrors(page: Page, sent: ReadonlySet<string>): string[] {
	const errors: string[] = [];
	page.on("pageerror", (error) => errors.push(String(error)));
	page.on("console", (message) => {
		const isExpected =
			message.text().startsWith("Failed to load resource: ") &&
			sent.has(message.location().url);
		if (message.type() === "error" && !isExpected) errors.push(message.text());
	});
	return errors;
}

/**
 * Creates a transport that opens mocks in one page, one after the other, behind the service worker of MSW.
 * @param baseUrl of a server of `serveWorkerPage`, whose page has the script `page-mock.ts`
 */
async function createWorkerTransport(
	context: BrowserContext,
	baseUrl: string,
): Promise<OpenTransport> {
	// Keeps the worker: MSW 2 unregisters it after its last page has stopped, even if the page has started again by then.
	await (await context.newPage()).goto(baseUrl);
	const page = await context.newPage();
	await page.goto(baseUrl);
	const sent = new Set<string>();
	const errors = collectErrors(page, sent);
	const script: JSHandle<typeof pageMock> =
		await page.evaluateHandle('import("/page.js")');
	return async (options = {}) => {
		const mock = await script.evaluateHandle(
			({ openMock }, given) => openMock(given),
			options as object,
		);
		const requestsOf =
			(id?: string): TransportControl["requests"] =>
			(filter) =>
				mock.evaluate(
					({ control }, { id, filter }) =>
						(id === undefined ? control : control.session(id)).requests(filter),
					{ id, filter },
				);
		return {
			baseUrl,
			async fetch(input, init) {
				const request = await toSent(input, init);
				sent.add(request.url);
				const received = await script.evaluate(
					({ send }, request) => send(request),
					request,
				);
				if ("failure" in received) throw new TypeError(received.failure);
				return toResponse(received);
			},
			control: {
				setFaults: (faults) =>
					mock.evaluate(
						({ control }, faults) => control.setFaults(faults),
						faults,
					),
				requests: requestsOf(),
				session: (id) => ({ requests: requestsOf(id) }),
			},
			async [Symbol.asyncDispose]() {
				await mock.evaluate((mock) => mock.stop());
				expect(errors.splice(0)).toEqual([]);
			},
		};
	};
}

const ROOT = join(import.meta.dirname, "../../..");
const SCRIPT = 'export * from "./test/browser/worker/page-mock.ts";';

describeInChromium("the mock in a page", (browser) => {
	let open: OpenTransport;

	beforeAll(async () => {
		const server = await serveWorkerPage(ROOT, SCRIPT);
		const context = await browser().newContext();
		open = await createWorkerTransport(context, server.url);
		return async () => {
			await context.close();
			await server[Symbol.asyncDispose]();
		};
	});

	addTransportCases("service worker", (options) => open(options));
});
