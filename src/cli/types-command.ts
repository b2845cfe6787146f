import { createRequire } from "node:module";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type * as OpenapiTypescript from "openapi-typescript";
import { findConfig } from "../config/project-files.ts";
import type { TypesFlags } from "../schemas/generated/types.ts";
import type { Config } from "../service/config.ts";
import { errorMessage } from "../values/errors.ts";
import { requireDocument } from "./options/serve-flags.ts";
import { rethrowAsUsage, UsageError } from "./options/usage-error.ts";
import { writeModule } from "./options/write-output.ts";

const REGISTER = `
declare module "zaps-understudy" {
	interface Register {
		service: Service;
	}
}
`;

/**
 * Loads openapi-typescript from the project, because npx runs this package in another folder.
 * @throws UsageError with the command that installs it
 */
function loadLibrary(): typeof OpenapiTypescript {
	try {
		return createRequire(resolve("package.json"))("openapi-typescript");
	} catch (error) {
		const [reason] = errorMessage(error).split("\n");
		throw new UsageError(
			`Cannot load openapi-typescript, which writes the types: ${reason}. Run \`npm install -D openapi-typescript typescript@5\`.`,
			{ cause: error },
		);
	}
}

/** @throws UsageError that says why the configuration cannot be used */
async function readConfig(): Promise<Config> {
	const file = findConfig();
	if (file === undefined) return {};
	const { loadRawConfig } = await import("../config/load-config.ts");
	return loadRawConfig(resolve(file)).catch(rethrowAsUsage);
}

/**
 * Writes the types to `out`, or returns them.
 * @returns the text to print
 * @throws UsageError if there is no document, or it cannot be used
 */
export async function writeTypes(flags: TypesFlags): Promise<string> {
	const { document, out, register } = flags;
	const { datasets = {}, scenarios = {}, ...config } = await readConfig();
	const file = document ?? config.document;
	if (file === undefined)
		throw new UsageError(
			"No document found. Pass one as --document, or name it in understudy.config.ts. The document of the package needs no types of yours.",
		);
	if (out !== undefined && !/\.[cm]?ts$/.test(out))
		throw new UsageError(
			`Cannot write ${out}: the types are TypeScript. Pass a path that ends with .ts as --out.`,
		);
	const { plans, service } = await requireDocument(file);
	const [{ emitTypes }, { emitServiceTypes }] = await Promise.all([
		import("../document/emit-types.ts"),
		import("../behaviors/emit-service-types.ts"),
	]);
	const types = await emitTypes(
		loadLibrary(),
		pathToFileURL(resolve(file)),
	).catch((error) => {
		throw new UsageError(
			`openapi-typescript cannot read ${file}: ${errorMessage(error)}`,
			{ cause: error },
		);
	});
	const serviceTypes = emitServiceTypes(plans, {
		datasets: Object.keys({ ...service.datasets, ...datasets }),
		scenarios: Object.keys({ ...service.scenarios, ...scenarios }),
	});
	const text = `import type { ServiceOf } from "zaps-understudy";\n\n${types}\n${serviceTypes}${register ? REGISTER : ""}`;
	if (out === undefined) return text.trimEnd();
	await writeModule(out, `${basename(file)} by \`understudy types\``, text);
	return register
		? `Wrote ${out}. If your TypeScript project includes it, its types apply everywhere.`
		: `Wrote ${out}. Import Service from it, and pass it on: setupMock<Service>({ document }).`;
}
