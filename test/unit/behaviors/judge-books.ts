import type { DocumentService } from "../../../src/behaviors/create-service.ts";
import { judgeResponse } from "../../../src/document/judgment/judge-response.ts";
import type { received } from "../../support/received.ts";

type Received = ReturnType<typeof received>;

/** Returns functions that compare a response to `GET /books` with a document. */
export function judgeBooks(document: Pick<DocumentService, "describe">) {
	const documented = document.describe();
	const request = { method: "GET", path: "/books" };
	const target = "listBooks";
	return {
		documented,
		/** Returns the deviations that checks find. */
		judge: (response: Received, status = 200) =>
			judgeResponse(documented, { target, request, status, response })
				.deviations,
		/** Returns the violation that forwarding finds. */
		find: (response: Received) =>
			documented.findResponseViolation(target, "GET", response),
	};
}
