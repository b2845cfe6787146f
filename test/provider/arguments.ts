import { parseArgs } from "node:util";
import { ALL_TOGETHER } from "./foreign/differences.ts";

export interface Arguments {
	readonly kind: "ordinary" | "contrary" | "foreign";
	readonly port: number;
	readonly host: string;
	readonly database: string | undefined;
	/** Ids of differences of the foreign provider. */
	readonly differences?: readonly string[] | undefined;
}

const USAGE =
	"[ordinary|contrary|foreign] [--port 4020] [--host 127.0.0.1] [--database <path>] [--difference <id>]... [--all]";

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
			difference: { type: "string", multiple: true },
			all: { type: "boolean" },
		},
	});

/** @throws UsageError */
export function readArguments(args: readonly string[]): Arguments {
	const { values, positionals } = split(args);
	const [kind = "ordinary", ...others] = positionals;
	if (kind !== "ordinary" && kind !== "contrary" && kind !== "foreign")
		throw new UsageError(`unknown provider "${kind}"`);
	if (others.length > 0)
		throw new UsageError("only one provider can start at a time");
	if (!/^[0-9]{1,5}$/.test(values.port) || Number(values.port) > 65_535)
		throw new UsageError(`"${values.port}" is not a port from 0 to 65535`);
	if (kind !== "ordinary" && values.database !== undefined)
		throw new UsageError(`the ${kind} provider has no database`);
	return {
		kind,
		port: Number(values.port),
		host: values.host,
		database: values.database,
		differences: values.all ? ALL_TOGETHER : values.difference,
	};
}
