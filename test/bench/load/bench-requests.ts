import { HEALTH_PATH } from "../launch.ts";

/** A request that the benchmark sends to every runner. */
export interface BenchRequest {
	readonly operation: string;
	readonly method: "GET" | "POST";
	readonly path: string;
	readonly body?: string;
}

export const CONNECTIONS = 32;

export const listZaps: BenchRequest = {
	...{ operation: "listZaps", method: "GET", path: "/v1/zaps" },
};

const args = { zapId: "zap_01KDVQ2JM0R4T7XKQ5D2V9N8HC" };

export const submitCommand: BenchRequest = {
	...{ operation: "submitCommand", method: "POST", path: "/v1/command" },
	body: JSON.stringify({ command: "zap.run", args }),
};

export const benchRequests: readonly BenchRequest[] = [
	{ operation: "getHealth", method: "GET", path: HEALTH_PATH },
	listZaps,
	submitCommand,
];

export const createHeaders = ({
	body,
}: BenchRequest): Record<string, string> =>
	body === undefined ? {} : { "content-type": "application/json" };

export const fetchBenchRequest = (
	url: string,
	request: BenchRequest,
): Promise<Response> => {
	const { method, path, body = null } = request;
	const headers = createHeaders(request);
	return fetch(`${url}${path}`, { method, headers, body });
};
