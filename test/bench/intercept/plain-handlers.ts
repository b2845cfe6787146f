import { HttpResponse, http, type RequestHandler } from "msw";
import { monotonicFactory } from "ulid";

const ZAPS = 20;

interface Sent {
	readonly command?: unknown;
	readonly args?: unknown;
	readonly steps?: readonly unknown[];
	readonly name?: unknown;
}

/** The seven operations as one writes them for a test: the same answers, and nothing that a test would not ask for. */
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
	const page = (items: readonly object[], limit: number): object => ({
		items: items.slice(-limit).reverse(),
		nextCursor: null,
	});
	const record = (type: string, id: string, detail: object): void => {
		const at = new Date().toISOString();
		audit.push({ id: `aud_${ulid()}`, at, subject: { type, id }, detail });
	};
	const bodyOf = async (request: Request): Promise<Sent> => request.json();
	const accepted = (): object => ({
		status: "accepted",
		acceptedAt: new Date().toISOString(),
	});
	return [
		http.get(`${baseUrl}/v1/health`, () => HttpResponse.json({ status: "ok" })),
		http.post(`${baseUrl}/v1/command`, async ({ request }) => {
			const { command, args } = await bodyOf(request);
			if (typeof command !== "string")
				return HttpResponse.json({ status: 400 }, { status: 400 });
			const id = `cmd_${ulid()}`;
			const receipt = { id, command, args, ...accepted() };
			commands.push(receipt);
			record("command", id, { command });
			return HttpResponse.json(receipt, { status: 202 });
		}),
		http.post(`${baseUrl}/v1/pipeline`, async ({ request }) => {
			const { steps = [] } = await bodyOf(request);
			const id = `pipe_${ulid()}`;
			record("pipeline", id, { steps: steps.length });
			return HttpResponse.json({ id, steps, ...accepted() }, { status: 202 });
		}),
		http.get(`${baseUrl}/v1/zaps`, ({ request }) => {
			const limit = new URL(request.url).searchParams.get("limit") ?? 20;
			return HttpResponse.json(page(zaps, Number(limit)));
		}),
		http.post(`${baseUrl}/v1/zaps`, async ({ request }) => {
			const { name } = await bodyOf(request);
			const id = `zap_${ulid()}`;
			const zap = { id, name, createdAt: new Date().toISOString() };
			zaps.push(zap);
			record("zap", id, { name });
			return HttpResponse.json(zap, { status: 201 });
		}),
		http.post(`${baseUrl}/v1/audit/search`, () =>
			HttpResponse.json(page(audit, 20)),
		),
		http.get(`${baseUrl}/metrics`, () =>
			HttpResponse.text(`zaps ${zaps.length}\ncommands ${commands.length}\n`),
		),
	];
}
