import { parseArgs } from "node:util";

export interface Arguments {
	readonly kind: "ordinary" | "contrary";
	readonly port: number;
	readonly host: string;
	readonly database: string | undefined;
}

const USAGE =
	"[ordinary|contrary] [--port 4020] [--host 127.0.0.1] [--database <path>]";

export class UsageError extends Error {
	constructor(reason: string) {
		super(`Cannot start: ${reason}. Usage: ${USAGE}.`);
	}
}

function split(args: readonly string[]): ReturnType<typeof parse> {
	try {
		return parse(args);
	} catch (error) {
		const [reason = ""] = String(error).split(". ");
		throw new UsageError(reason.replace(/^.*?: /, "").replace(/\.?\n.*/s, ""));
	}
}

const parse = (args: readonly string[]) =>
	parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			port: { type: "string", default: "4020" },
			host: { type: "string", default: "127.0.0.1" },
			database: { type: "string" },
		},
	});

/** @throws UsageError */
export function readArguments(args: readonly string[]): Arguments {
	const { values, positionals } = split(args);
	const [kind = "ordinary", ...others] = positionals;
	if (kind !== "ordinary" && kind !== "contrary")
		throw new UsageError(`unknown provider "${kind}"`);
	if (others.length > 0)
		throw new UsageError("only one provider can start at a time");
	if (!/^[0-9]{1,5}$/.test(values.port) || Number(values.port) > 65_535)
		throw new UsageError(`"${values.port}" is not a port from 0 to 65535`);
	if (kind === "contrary" && values.database !== undefined)
		throw new UsageError("the contrary provider has no database");
	return {
		kind,
		port: Number(values.port),
		host: values.host,
		database: values.database,
	};
}
