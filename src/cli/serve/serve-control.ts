import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { ControlServer } from "../../adapters/http/serve.ts";
import { createControl } from "../../control/create-control.ts";
import {
	type ControlServerOptions,
	createControlServer,
} from "../../control/server/control-server.ts";
import type { ReadPageFile } from "../../control/server/responses.ts";
import type { EngineContext } from "../../engine/context.ts";
import { packageRoot, packageVersion } from "../../service/package-info.ts";
import { documentPath } from "../../service/shipped-service.ts";
import { hasCode } from "../../values/errors.ts";

/** Reads a file of the built page. */
export const readPageFile: ReadPageFile = (path) =>
	readFile(join(packageRoot, "dist/inspector", path)).catch((error) => {
		if (hasCode(error, "ENOENT", "ENOTDIR", "EISDIR")) return undefined;
		throw error;
	});

/** Creates the handler of `/__mock` for a served mock. */
export const createServeControl = (
	context: EngineContext,
	options: Pick<
		ControlServerOptions,
		"token" | "basePath" | "ending" | "rejections"
	> & { readonly document: unknown },
): ControlServer =>
	createControlServer({
		...options,
		control: createControl(context),
		version: packageVersion,
		readPageFile,
		onError: context.onError,
		document: async () =>
			options.document ??
			parse(await readFile(join(packageRoot, documentPath), "utf8")),
	});
