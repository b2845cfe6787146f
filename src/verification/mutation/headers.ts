import type { MutationKind } from "./mutation.ts";

/** Those headers that the document names, but for the content type. */
export const dropHeader: MutationKind = ({ target, answer }, contract) =>
	Object.keys(
		contract.findResponseAssumptions(target, answer.status)?.headers ?? {},
	)
		.filter((name) => Object.hasOwn(answer.headers, name))
		.map((name) => ({
			kind: "drop a header",
			name: "drop a header",
			where: `header ${name}`,
			mutate({ answer: given }) {
				const { [name]: value, ...headers } = given.headers;
				return value === undefined ? undefined : { ...given, headers };
			},
		}));

export const changeHeader: MutationKind = ({ target, answer }, contract) =>
	Object.keys(
		contract.findResponseAssumptions(target, answer.status)?.headers ?? {},
	)
		.filter((name) => Object.hasOwn(answer.headers, name))
		.map((name) => ({
			kind: "change a header",
			name: "change a header",
			where: `header ${name}`,
			mutate: ({ answer: given }) =>
				Object.hasOwn(given.headers, name)
					? { ...given, headers: { ...given.headers, [name]: "X-OTHER" } }
					: undefined,
		}));
