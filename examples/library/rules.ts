import { randomUUID } from "node:crypto";
import {
	type ConfiguredHandler,
	defineHandler,
	type ServiceTypes,
} from "zaps-understudy";

interface Loan {
	readonly id: string;
	readonly bookId: string;
	readonly memberId: string;
	readonly status: string;
	readonly dueOn: string;
	readonly createdAt: string;
}

/** The types that the rules need. `understudy types` writes the types of all operations. */
interface Library extends ServiceTypes {
	readonly operations: Record<never, never>;
	readonly collections: Readonly<Record<"books" | "members", object>> & {
		readonly loans: Loan;
	};
}

const LOANS = "POST /members/{memberId}/loans";
const BOOK = "DELETE /books/{bookId}";

/** Reads the loans of the session. */
type Page = Parameters<
	Parameters<typeof defineHandler<Library, typeof LOANS>>[1]
>[0]["state"]["page"];

/** Whether a loan of the book is open. */
async function isLent(page: Page, bookId: string): Promise<boolean> {
	const loans = await page("loans", { limit: 1_000, cursor: undefined });
	return (loans?.items ?? []).some(
		(each) => each.bookId === bookId && each.status === "open",
	);
}

/** A lent book can be neither lent again nor removed. */
export const rules: readonly ConfiguredHandler[] = [
	defineHandler<Library, typeof LOANS>(
		LOANS,
		async ({ path: { memberId }, body, state, reply, reject }) => {
			const { bookId, dueOn } = body as { bookId: string; dueOn: string };
			if (!(await state.get("members", memberId)))
				return reject(404, "No member has this id.");
			if (!(await state.get("books", bookId)))
				return reject(404, "No book has this id.");
			if (await isLent(state.page, bookId))
				return reject(409, "The book is lent.");
			const loan = await state.append(({ at }) => {
				const id = randomUUID();
				const values = { bookId, memberId, status: "open", dueOn };
				const result = { id, ...values, createdAt: at };
				return { add: { loans: result }, result };
			});
			return reply(201, loan);
		},
	),
	defineHandler<Library, typeof BOOK>(
		BOOK,
		async ({ path: { bookId }, request, state, reply, reject }) => {
			const found = await state.get("books", bookId);
			if (!found) return reject(404, "No book has this id.");
			const expected = request.header("if-match") ?? "*";
			if (expected !== "*" && expected !== `"${found.version}"`)
				return reject(412, "The book was changed. Read it again.");
			if (await isLent(state.page, bookId))
				return reject(409, "The book is lent.");
			const removed = await state.remove("books", bookId, found.version);
			return removed ? reply(204) : reject(412, "The book was changed.");
		},
	),
];
