import { postJson } from "./requests.ts";
import type { TransportMock } from "./transports.ts";

/** Sends the same requests to every mock. Returns the status, assumptions and body of each response. */
export async function recordTranscript(mock: TransportMock): Promise<string[]> {
	const get = (path: string) => mock.fetch(`${mock.baseUrl}${path}`);
	const exchanges = [
		() => get("/v1/health"),
		() => get("/v1/zaps?limit=7"),
		() => postJson(mock, "/v1/zaps", { name: "One", nested: { deep: [1] } }),
		() => postJson(mock, "/v1/command", { command: "zap.run" }),
		() => postJson(mock, "/v1/pipeline", { steps: [{ command: "a" }] }),
		() => postJson(mock, "/v1/zaps", { id: 1 }),
		() => postJson(mock, "/v1/audit/search", { text: "ZAP", limit: 9 }),
		() => get("/v1/zaps?limit=2"),
		() => get("/metrics"),
	];
	const lines: string[] = [];
	for (const exchange of exchanges) {
		const response = await exchange();
		const assumptions = response.headers.get("mock-assumptions");
		lines.push(`${response.status} [${assumptions}] ${await response.text()}`);
	}
	return lines;
}
