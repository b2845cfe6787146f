import { createContract } from "../../src/checks/create-contract.ts";
import {
	loadDocument,
	type MockDocument,
} from "../../src/service/load-document.ts";
import type { Contract } from "../../src/verification/contract.ts";

export const shippedDocument: MockDocument = await loadDocument(
	"contracts/openapi.yaml",
);

/** The contract of the document of the package. */
export const contract: Contract = createContract(shippedDocument);
