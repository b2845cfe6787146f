import { postJson } from "./requests.ts";
import type { Staged } from "./transports.ts";

/** What one plays to see whether two mocks are the same: status, what it rests on, and the bytes, answer after answer. */
export async function transcript(staged: Staged): Promise<string[]> {
	const get = (path: string) => staged.fetch(`${staged.baseUrl}${path}`);
	const exchanges = [
		() => get("/v1/health"),
		() => get("/v1/zaps?limit=7"),
		() => postJson(staged, "/v1/zaps", { name: "One", nested: { deep: [1] } }),
		() => postJson(staged, "/v1/command", { command: "zap.run" }),
		() => postJson(staged, "/v1/pipeline", { steps: [{ command: "a" }] }),
		() => postJson(staged, "/v1/zaps", { id: 1 }),
		() => postJson(staged, "/v1/audit/search", { text: "ZAP", limit: 9 }),
		() => get("/v1/zaps?limit=2"),
		() => get("/metrics"),
	];
	const lines: string[] = [];
	for (const exchange of exchanges) {
		const response = await exchange();
		const restsOn = response.headers.get("mock-assumptions");
		lines.push(`${response.status} [${restsOn}] ${await response.text()}`);
	}
	return lines;
}
