import { uniqueWord } from "../../../values/unique-word.ts";
import { listContexts } from "../rejections/compare-rejections.ts";
import {
	isFormRejected,
	readTrial,
	type Trial,
} from "../rejections/read-trial.ts";
import type { Place } from "../rejections/repairs.ts";
import type { Subject } from "./body-subjects.ts";
import type { Lesson } from "./lesson.ts";
import { SaidTexts } from "./said-texts.ts";

/** Returns the body with a value at a place. `*` is the first item of an array. */
export function setAt(
	body: unknown,
	[first, ...rest]: Place,
	name: string,
	value: unknown,
): unknown {
	if (first === undefined) return { ...Object(body), [name]: value };
	if (first === "*") {
		const [item, ...others] = Array.isArray(body) ? body : [];
		return [setAt(item, rest, name, value), ...others];
	}
	const inner: unknown = Object(body)[first];
	return { ...Object(body), [first]: setAt(inner, rest, name, value) };
}

/** Returns the body with the same value for several properties. */
export const setAll = (
	body: unknown,
	subjects: readonly Pick<Subject, "at" | "name">[],
	value: unknown,
): unknown =>
	subjects.reduce<unknown>(
		(changed, { at, name }) => setAt(changed, at, name, value),
		body,
	);

/** The rejection of a body with a name that no service knows. */
export interface Unknown {
	readonly trial: Trial;
	readonly name: string;
}

/** Sends bodies and remembers what the service said of each. */
export class Trials {
	readonly #lesson: Lesson;
	#left: number;
	/** The responses by their bodies as JSON. */
	readonly #sent = new Map<string, Trial>();
	readonly #texts: SaidTexts;
	/** By body and place, the response to the same body with an unknown name. */
	readonly #unknown = new Map<string, Unknown>();

	constructor(lesson: Lesson, limit: number) {
		this.#lesson = lesson;
		this.#texts = new SaidTexts(lesson.rejections);
		this.#left = limit;
	}

	get rejected(): readonly Trial[] {
		return [...this.#sent.values()].filter((each) =>
			isFormRejected(each.response),
		);
	}

	/** Sends a body. Returns undefined if no request is left. */
	async send(body: unknown): Promise<Trial | undefined> {
		const key = JSON.stringify(body);
		const known = this.#sent.get(key);
		if (known) return known;
		if (this.#left <= 0) return undefined;
		this.#left -= 1;
		const said = this.#texts.send(body);
		const response = await this.#lesson.send(body);
		if (!response) return undefined;
		const trial = readTrial([], body, response, { ...this.#lesson, said });
		this.#texts.receive(trial);
		this.#sent.set(key, trial);
		return trial;
	}

	/** Sends a body with a name that no service knows at a place. */
	async sendUnknown(body: unknown, at: Place): Promise<Unknown | undefined> {
		const key = JSON.stringify([body, at]);
		const known = this.#unknown.get(key);
		if (known) return known;
		const name = uniqueWord();
		const trial = await this.send(setAt(body, at, name, uniqueWord()));
		if (trial) this.#unknown.set(key, { trial, name });
		return this.#unknown.get(key);
	}
}

/** Whether a rejection now says of a name what the service says of one that it does not know. */
export function isUnknownIn(
	unknown: Unknown,
	before: Trial,
	after: Trial,
	name: string,
): boolean {
	const said = [...listContexts(unknown.trial, unknown.name)];
	const isSaidIn = (trial: Trial): boolean => {
		const own = listContexts(trial, name);
		return said.length > 0 && said.every((each) => own.has(each));
	};
	return isSaidIn(after) && !isSaidIn(before);
}
