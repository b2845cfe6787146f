import { HttpResponse, http, type RequestHandler } from "msw";
import { monotonicFactory } from "ulid";

/** Creates hand-written handlers for the seven operations. Those that are measured respond like the mock. */
export function createPlainHandlers(baseUrl: string): RequestHandler[] {
	const ulid = monotonicFactory();
	const audit: object[] = [];
	const commands: object[] = [];
	const zaps: object[] = Array.from({ length: 20 }, (_, index) => ({
		id: `zap_${ulid()}`,
		name: "Post to Google Sheets when a form is submitted",
		createdAt: new Date().toISOString(),
		enabled: index % 2 === 0,
		owner: "kylie_wiegand@example.com",
	}));
	return [
		http.get(`${baseUrl}/v1/health`, () => HttpResponse.json({ status: "ok" })),
		http.post(`${baseUrl}/v1/command`, async ({ request }) => {
			const { command, args } = Object(await request.json());
			if (typeof command !== "string")
				return HttpResponse.json({ status: 400 }, { status: 400 });
			const id = `cmd_${ulid()}`;
			const acceptedAt = new Date().toISOString();
			const receipt = { id, command, args, status: "accepted", acceptedAt };
			commands.push(receipt);
			const subject = { type: "command", id };
			const detail = { command };
			audit.push({ id: `aud_${ulid()}`, at: acceptedAt, subject, detail });
			return HttpResponse.json(receipt, { status: 202 });
		}),
		http.get(`${baseUrl}/v1/zaps`, ({ request }) => {
			const limit = new URL(request.url).searchParams.get("limit") ?? 20;
			const items = zaps.slice(-Number(limit)).reverse();
			return HttpResponse.json({ items, nextCursor: null });
		}),
		...["/v1/pipeline", "/v1/zaps", "/v1/audit/search"].map((path) =>
			http.post(baseUrl + path, () => HttpResponse.json({})),
		),
		http.get(`${baseUrl}/metrics`, () => HttpResponse.text("")),
	];
}
