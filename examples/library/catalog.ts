const BOOKS = [
	["The Left Hand of Darkness", "Ursula K. Le Guin", "fiction", 304],
	["A Brief History of Time", "Stephen Hawking", "science", 256],
	["The Guns of August", "Barbara W. Tuchman", "history", 511],
] as const;
const MEMBERS = ["Ada Palmer", "Grace Okafor"] as const;

const createdAt = "2026-01-01T09:00:00.000Z";

/** Returns an id that tells a reader which record it is. */
const idOf = (kind: number, index: number): string =>
	`00000000-0000-4000-800${kind}-${`${index + 1}`.padStart(12, "0")}`;

/** Three books, two members, and a loan of the first book to the first member. */
export const catalog = {
	books: BOOKS.map(([title, author, genre, pages], index) => ({
		...{ id: idOf(1, index), title, author, genre, pages, createdAt },
	})),
	members: MEMBERS.map((name, index) => ({
		...{ id: idOf(2, index), name, createdAt },
		email: `${name.split(" ")[0]?.toLowerCase()}@example.org`,
	})),
	loans: [
		{
			...{ id: idOf(3, 0), bookId: idOf(1, 0), memberId: idOf(2, 0) },
			...{ status: "open", dueOn: "2026-02-01", createdAt },
		},
	],
};
