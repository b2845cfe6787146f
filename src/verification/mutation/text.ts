import type { Mutation, MutationKind } from "./mutation.ts";

/** Another text in the place of a body that is not empty. */
export const changingText = (
	kind: string,
	where: string,
	change: (text: string) => string | undefined,
	detail = "",
	semantic?: true,
): Mutation => ({
	...(semantic && { semantic }),
	kind,
	name: detail ? `${kind}: ${detail}` : kind,
	where,
	mutate({ answer }) {
		if (answer.body.length === 0) return undefined;
		const text = change(answer.body.toString("utf8"));
		return text === undefined
			? undefined
			: { ...answer, body: Buffer.from(text) };
	},
});

export const truncateBody: MutationKind = ({ answer }) =>
	answer.body.length === 0
		? []
		: [
				changingText("truncate the body", "$", (text) =>
					text.slice(0, text.length / 2),
				),
				changingText("truncate the body", "$", () => "", "to nothing"),
				changingText(
					"truncate the body",
					"$",
					(text) => text.trimEnd().slice(0, -1),
					"by its last character",
				),
			];
