/** A request as every runner is sent it. */
export interface Ask {
	readonly operation: string;
	readonly method: "GET" | "POST";
	readonly path: string;
	readonly body?: string;
}

export const CONNECTIONS = 32;
export const HEALTH_PATH = "/v1/health";

export const asks: readonly Ask[] = [
	{ operation: "getHealth", method: "GET", path: HEALTH_PATH },
	{ operation: "listZaps", method: "GET", path: "/v1/zaps" },
	{
		operation: "submitCommand",
		method: "POST",
		path: "/v1/command",
		body: JSON.stringify({
			command: "zap.run",
			args: { zapId: "zap_01KDVQ2JM0R4T7XKQ5D2V9N8HC" },
		}),
	},
];

export const headersOf = ({ body }: Ask): Record<string, string> =>
	body === undefined ? {} : { "content-type": "application/json" };
