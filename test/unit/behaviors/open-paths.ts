import { withPaths } from "../../support/openapi.ts";
import { openContent } from "./open-document.ts";

/** Creates a mock of a document with these paths. */
export const openPaths = (paths: object, components: object = {}) =>
	openContent(withPaths(paths, { components }));

/** Creates such a mock without records. */
export const openEmpty = (paths: object) =>
	openContent(withPaths(paths), { dataset: "empty" });
