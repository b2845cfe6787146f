import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Config } from "../config.ts";
import type { Repertoire } from "../mock/engine.ts";
import { type GivenFlags, readFlags, SERVE_FLAGS } from "./serve-flags.ts";
import { UsageError } from "./usage-error.ts";

const MEMBERS = ["flags", "datasets", "scenarios", "handlers", "fixtures"];

/** What a configuration comes to. */
export interface LoadedConfig {
	readonly file: string;
	readonly flags: GivenFlags;
	readonly repertoire: Repertoire;
	readonly handlers: NonNullable<Config["handlers"]>;
}

async function importConfig(file: string): Promise<unknown> {
	const { createJiti } = await import("jiti");
	// Nothing is cached, so that a file that has changed, and those it imports, are read again.
	const jiti = createJiti(import.meta.url, {
		moduleCache: false,
		fsCache: false,
		// A project that runs the command with npx need not have the package installed.
		alias: {
			"zaps-understudy": fileURLToPath(import.meta.resolve("zaps-understudy")),
		},
	});
	return jiti.import(file, { default: true });
}

function flagsOf(flags: Config["flags"] = {}): GivenFlags {
	const members = new Map<string, unknown>(Object.entries(flags));
	const texts = Object.entries(SERVE_FLAGS).map(([name, { member }]) => {
		const value = members.get(member);
		members.delete(member);
		return [name, value === undefined ? undefined : String(value)];
	});
	members.delete("config");
	const [unknown] = members.keys();
	if (unknown !== undefined)
		throw new Error(
			`flags has no member "${unknown}": use ${Object.values(SERVE_FLAGS)
				.map(({ member }) => member)
				.filter((member) => member !== "config")
				.join(", ")}`,
		);
	return readFlags(Object.fromEntries(texts));
}

function requireConfig(loaded: unknown): Config {
	if (typeof loaded !== "object" || loaded === null)
		throw new Error("it exports no object: export default defineConfig({ … })");
	const unknown = Object.keys(loaded).find((name) => !MEMBERS.includes(name));
	if (unknown !== undefined)
		throw new Error(
			`it has a member "${unknown}" that means nothing: use ${MEMBERS.join(", ")}`,
		);
	return loaded;
}

/** Where in the file something went wrong, as far as the error tells. */
function placeOf(error: unknown, file: string): string {
	const stack = error instanceof Error ? (error.stack ?? "") : "";
	const at = stack.indexOf(`${file}:`);
	const [place] = at === -1 ? [] : (/:\d+(:\d+)?/.exec(stack.slice(at)) ?? []);
	return place ?? "";
}

/** Says of the file why it cannot be used, and where the error is. */
export function unusable(file: string, error: unknown): UsageError {
	const reason = error instanceof Error ? error.message : String(error);
	return new UsageError(
		`The configuration ${file}${placeOf(error, file)} cannot be used: ${reason}`,
		{ cause: error },
	);
}

/** @throws UsageError with a sentence that says where the error is */
export async function loadConfig(file: string): Promise<LoadedConfig> {
	try {
		if (!existsSync(file)) throw new Error("there is no such file");
		const config = requireConfig(await importConfig(file));
		const { createRepertoire } = await import("../repertoire.ts");
		return {
			file,
			flags: flagsOf(config.flags),
			repertoire: await createRepertoire(config),
			handlers: config.handlers ?? [],
		};
	} catch (error) {
		throw unusable(file, error);
	}
}
