import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { ControlServer } from "../adapters/http/serve.ts";
import { title } from "../bare-core.ts";
import { createControl } from "../control/control.ts";
import { createControlServer } from "../control/server/control-server.ts";
import type { Engine } from "../engine/engine.ts";
import { inspectorPage } from "../inspector/page.ts";
import { packageRoot } from "../package-root.ts";
import { packageVersion } from "./package-version.ts";

const DOCUMENT = join(
	packageRoot(import.meta.dirname),
	"contracts/openapi.yaml",
);

/** Creates the handler of `/__mock` for a served mock. */
export const createServeControl = (
	engine: Engine,
	token: string | undefined,
	basePath: string,
	ending: AbortSignal,
): ControlServer =>
	createControlServer({
		control: createControl(engine),
		token,
		basePath,
		ending,
		title,
		version: packageVersion(),
		page: inspectorPage,
		onError: engine.onError,
		document: async () => parse(await readFile(DOCUMENT, "utf8")),
	});
