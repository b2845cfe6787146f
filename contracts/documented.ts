import {
	createDocumentedBehavior,
	type DocumentedBehavior,
} from "../src/document/documented-behavior.ts";
import { requestAssumptions, responses } from "./generated/details.ts";
import * as model from "./generated/operations.ts";
import { validators as requestValidators } from "./generated/request-validators.ts";
import { validators as responseValidators } from "./generated/response-validators.ts";

/** What the document of this package says about requests and responses. */
export const documented: DocumentedBehavior = createDocumentedBehavior({
	model,
	details: { responses, requestAssumptions },
	requestValidators,
	responseValidators,
});
