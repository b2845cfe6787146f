
import { http, HttpResponse } from "msw";
import { defineHandler } from "zaps-understudy";
export default {
	handlers: [
		defineHandler("GET /v1/zaps/{zapId}", async ({ path, state, reply, reject }) => {
			const found = await state.get("zaps", path.zapId);
			return found ? reply(200, found.record) : reject(404, "No zap has this id.");
		}),
		http.get("/v1/plans", () => HttpResponse.json({ plan: "pro" })),
	],
	ledger: "confirmed.yaml",
	datasets: { shop: (make) => ({ zaps: [make.zap({ name: "Ship orders" })] }) },
	scenarios: { outage: { description: "Nothing works.", faults: [{ operation: "*", kind: "status", status: 503, force: true }] } },
	fixtures: { zap: { owner: "kim@example.com" } },
};
