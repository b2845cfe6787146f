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

export function operationOf(id: string): Contract["operations"][number] {
	const found = contract.operations.find((each) => each.id === id);
	if (!found) throw new Error(`There is no operation ${id}.`);
	return found;
}

/** What the verifier knows of requests if it has learnt nothing about them. */
export const NOTHING_LEARNT = {
	...{ bodies: new Map(), lists: new Map(), rules: new Map() },
	...{ mediaTypes: new Map(), requests: new Map() },
	...{ rejections: [], accepted: [], adapt: () => undefined },
};
