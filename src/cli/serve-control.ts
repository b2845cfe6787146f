import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { title } from "../bare-core.ts";
import { createControlPlane } from "../control/plane.ts";
import { inspectorPage } from "../inspector/page.ts";
import { createControl } from "../mock/control.ts";
import type { Engine } from "../mock/engine.ts";
import { packageRoot } from "../package-root.ts";
import type { ControlPlane } from "../transports/serve.ts";
import { packageVersion } from "./package-version.ts";

const DOCUMENT = join(
	packageRoot(import.meta.dirname),
	"contracts/openapi.yaml",
);

/** What answers below `/__mock` of a served mock. */
export const createServeControl = (
	engine: Engine,
	token: string | undefined,
	basePath: string,
	ending: AbortSignal,
): ControlPlane =>
	createControlPlane({
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
