import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

/** Returns the OpenAPI document under `root`, parsed. */
export const readDocument = async (root: string): Promise<unknown> =>
	parse(await readFile(join(root, "contracts/openapi.yaml"), "utf8"));
