import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { createControlPlane } from "../control/plane.ts";
import { title } from "../core.ts";
import { inspectorPage } from "../inspector/page.ts";
import type { Control } from "../mock/control.ts";
import { packageRoot } from "../package-root.ts";
import type { ControlPlane } from "../transports/serve.ts";
import { packageVersion } from "./package-version.ts";

const DOCUMENT = join(
	packageRoot(import.meta.dirname),
	"contracts/openapi.yaml",
);

/** What answers below `/__mock` of a served mock. */
export const createServeControl = (
	control: Control,
	token: string | undefined,
	ending: AbortSignal,
): ControlPlane =>
	createControlPlane({
		control,
		token,
		ending,
		title,
		version: packageVersion(),
		page: inspectorPage,
		document: async () => parse(await readFile(DOCUMENT, "utf8")),
	});
