import { HttpResponse, http, type RequestHandler } from "msw";
import { monotonicFactory } from "ulid";

const ZAPS = 20;

interface RequestBody {
	readonly command?: unknown;
	readonly args?: unknown;
	readonly steps?: readonly unknown[];
	readonly name?: unknown;
}

/** Creates hand-written handlers for the seven operations, with the same responses and nothing that a test does not need. */
export function createPlainHandlers(baseUrl: string): RequestHandler[] {
	const ulid = monotonicFactory();
	const audit: object[] = [];
	const commands: object[] = [];
	const zaps: object[] = Array.from({ length: ZAPS }, (_, index) => ({
		id: `zap_${ulid()}`,
		name: "Post to Google Sheets when a form is submitted",
		createdAt: new Date().toISOString(),
		enabled: index % 2 === 0,
		owner: "kylie_wiegand@example.com",
	}));
	const createPage = (items: readonly object[], limit: number): object => ({
		items: items.slice(-limit).reverse(),
		nextCursor: null,
	});
	const record = (type: string, id: string, detail: object): void => {
		const at = new Date().toISOString();
		audit.push({ id: `aud_${ulid()}`, at, subject: { type, id }, detail });
	};
	const readBody = async (request: Request): Promise<RequestBody> =>
		request.json();
	const createReceipt = (): object => ({
		status: "accepted",
		acceptedAt: new Date().toISOString(),
	});
	return [
		http.get(`${baseUrl}/v1/health`, () => HttpResponse.json({ status: "ok" })),
		http.post(`${baseUrl}/v1/command`, async ({ request }) => {
			const { command, args } = await readBody(request);
			if (typeof command !== "string")
				return HttpResponse.json({ status: 400 }, { status: 400 });
			const id = `cmd_${ulid()}`;
			const receipt = { id, command, args, ...createReceipt() };
			commands.push(receipt);
			record("command", id, { command });
			return HttpResponse.json(receipt, { status: 202 });
		}),
		http.post(`${baseUrl}/v1/pipeline`, async ({ request }) => {
			const { steps = [] } = await readBody(request);
			const id = `pipe_${ulid()}`;
			record("pipeline", id, { steps: steps.length });
			return HttpResponse.json(
				{ id, steps, ...createReceipt() },
				{ status: 202 },
			);
		}),
		http.get(`${baseUrl}/v1/zaps`, ({ request }) => {
			const limit = new URL(request.url).searchParams.get("limit") ?? 20;
			return HttpResponse.json(createPage(zaps, Number(limit)));
		}),
		http.post(`${baseUrl}/v1/zaps`, async ({ request }) => {
			const { name } = await readBody(request);
			const id = `zap_${ulid()}`;
			const zap = { id, name, createdAt: new Date().toISOString() };
			zaps.push(zap);
			record("zap", id, { name });
			return HttpResponse.json(zap, { status: 201 });
		}),
		http.post(`${baseUrl}/v1/audit/search`, () =>
			HttpResponse.json(createPage(audit, 20)),
		),
		http.get(`${baseUrl}/metrics`, () =>
			HttpResponse.text(`zaps ${zaps.length}\ncommands ${commands.length}\n`),
		),
	];
}
