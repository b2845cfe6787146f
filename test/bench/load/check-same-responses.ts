import { type Ask, asks, headersOf } from "./bench-requests.ts";

/** How much longer or shorter a body may be: names and numbers are made up by each. */
const TOLERANCE = 0.05;

interface Answer {
	readonly status: number;
	readonly mediaType: string | undefined;
	readonly assumptions: string | null;
	readonly length: number;
}

async function answerOf(url: string, ask: Ask): Promise<Answer> {
	const { method, path, body } = ask;
	const response = await fetch(`${url}${path}`, {
		method,
		headers: headersOf(ask),
		...(body !== undefined && { body }),
	});
	return {
		status: response.status,
		mediaType: response.headers.get("content-type")?.split(";", 1)[0],
		assumptions: response.headers.get("mock-assumptions"),
		length: (await response.text()).length,
	};
}

const isAlike = (one: Answer, other: Answer): boolean =>
	one.status === other.status &&
	one.mediaType === other.mediaType &&
	one.assumptions === other.assumptions &&
	Math.abs(one.length - other.length) <= one.length * TOLERANCE;

/** @throws Error where the other answers are not those of the reference: what is faster by doing less is no measure. */
export async function checkAnswers(
	reference: string,
	other: string,
	name: string,
): Promise<void> {
	for (const ask of asks) {
		const expected = await answerOf(reference, ask);
		const actual = await answerOf(other, ask);
		if (!isAlike(expected, actual))
			throw new Error(
				`Cannot compare with ${name}: it answers ${ask.operation} with ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}.`,
			);
	}
}

/** The mock's page of zaps, for peers that are given their answers. */
export const pageOfZaps = async (url: string): Promise<string> =>
	(await fetch(`${url}/v1/zaps`)).text();
