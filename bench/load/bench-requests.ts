/** A request that the benchmark sends to every runner; also the options of `fetch`. */
export interface BenchRequest {
	readonly operation: string;
	readonly method: "GET" | "POST";
	readonly path: string;
	readonly headers: Record<string, string>;
	readonly body?: string;
}

export const CONNECTIONS = 32;

export const createGet = (operation: string, path: string): BenchRequest => ({
	...{ operation, method: "GET", path, headers: {} },
});

export const createPost = (
	operation: string,
	path: string,
	body: object,
): BenchRequest => ({
	...{ operation, method: "POST", path, body: JSON.stringify(body) },
	headers: { "content-type": "application/json" },
});

export const getHealth = createGet("getHealth", "/v1/health");
export const listZaps = createGet("listZaps", "/v1/zaps");
export const submitCommand = createPost("submitCommand", "/v1/command", {
	...{ command: "zap.run", args: { zapId: "zap_01KDVQ2JM0R4T7XKQ5D2V9N8HC" } },
});

export const benchRequests = [getHealth, listZaps, submitCommand];
