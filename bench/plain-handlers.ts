import { HttpResponse, http, type RequestHandler } from "msw";
import { acceptCommand, isCommand, zaps } from "./peers/work.mjs";

/** Creates hand-written handlers for the seven operations. Those that are measured respond like the mock. */
export const createPlainHandlers = (baseUrl: string): RequestHandler[] => [
	http.get(`${baseUrl}/v1/health`, () => HttpResponse.json({ status: "ok" })),
	http.post(`${baseUrl}/v1/command`, async ({ request }) => {
		const body = await request.json();
		return isCommand(body)
			? HttpResponse.json(acceptCommand(body), { status: 202 })
			: HttpResponse.json({ status: 400 }, { status: 400 });
	}),
	http.get(`${baseUrl}/v1/zaps`, ({ request }) => {
		const limit = new URL(request.url).searchParams.get("limit") ?? 20;
		const items = zaps.slice(0, Number(limit));
		return HttpResponse.json({ items, nextCursor: null });
	}),
	...["/v1/pipeline", "/v1/zaps", "/v1/audit/search"].map((path) =>
		http.post(baseUrl + path, () => HttpResponse.json({})),
	),
	http.get(`${baseUrl}/metrics`, () => HttpResponse.text("")),
];
