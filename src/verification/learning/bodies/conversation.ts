import { uniqueWord } from "../../../values/unique-word.ts";
import type { Complaint } from "../rejections/complaints.ts";
import {
	isAccepted,
	isComplaintOf,
	keyOf,
	readTrial,
	signatureOf,
	type Trial,
} from "../rejections/read-trial.ts";
import { applyRepairs, type Repair } from "../rejections/repairs.ts";
import type { Lesson } from "./lesson.ts";
import { SaidTexts } from "./said-texts.ts";

/** Sends the bodies of a lesson, and reads the rejections by what the service has said before. */
export class Conversation {
	/** The number of bodies that were sent with `send`. */
	sent = 0;
	readonly #lesson: Lesson;
	readonly #texts: SaidTexts;
	/** What the service says of a name that it does not know, with `…` in place of the name. */
	#ofUnknown: readonly string[] = [];
	#nothing: Trial | undefined;

	constructor(lesson: Lesson) {
		this.#lesson = lesson;
		this.#texts = new SaidTexts(lesson.rejections);
	}

	/** Sends a documented body with repairs. Returns undefined if no request is left. */
	async send(repairs: readonly Repair[]): Promise<Trial | undefined> {
		const body = applyRepairs(this.#lesson.createBody(), repairs);
		this.#texts.send(body);
		this.sent += 1;
		const response = await this.#lesson.send(body);
		if (!response) return undefined;
		const trial = this.#read({ repairs, body, response });
		this.#texts.receive(trial);
		return trial;
	}

	#read({
		repairs,
		body,
		response,
	}: Pick<Trial, "repairs" | "body" | "response">): Trial {
		return readTrial(repairs, body, response, {
			...{ ...this.#lesson, said: this.#texts.said },
			ofUnknown: this.#ofUnknown,
		});
	}

	/** Whether the service rejects names that it does not know. */
	get rejectsUnknown(): boolean {
		return this.#ofUnknown.length > 0;
	}

	/** Finds out what the service says of a name that no service knows. Returns the trial, read by this. */
	async meetUnknown(trial: Trial): Promise<Trial> {
		const name = uniqueWord();
		const read = async (body: unknown) => {
			const response = await this.#lesson.send(body);
			return response ? readTrial([], body, response).complaints : [];
		};
		const beside = await read({
			...Object(this.#lesson.createBody()),
			[name]: true,
		});
		// A service may name only the first property that it does not know.
		const complaints = beside.some((each) => isComplaintOf(each, name))
			? beside
			: await read({ [name]: true });
		const masked = complaints
			.map(({ text }) => text.replaceAll(name, "…"))
			.filter((text, index) => text !== complaints[index]?.text);
		const placed = complaints
			.filter(({ paths }) => paths.some((path) => path.at(-1) === name))
			.map(({ text }) => text);
		this.#ofUnknown =
			masked.length > 0 ? masked : await this.#withoutMissing(placed);
		return this.#read(trial);
	}

	/** Leaves out what the service says of a missing property, too, because it does not tell which names it knows. */
	async #withoutMissing(texts: readonly string[]): Promise<readonly string[]> {
		if (texts.length === 0) return texts;
		const ofMissing = (await this.#findNothing())?.complaints ?? [];
		return texts.filter((text) =>
			ofMissing.every((each) => each.text !== text),
		);
	}

	/** Returns the rejection of an empty body. */
	async #findNothing(): Promise<Trial | undefined> {
		if (this.#nothing) return this.#nothing;
		const response = await this.#lesson.send({});
		this.#nothing = response && readTrial([], {}, response, this.#lesson);
		return this.#nothing;
	}

	/** Whether the service says the same of an empty body. */
	async isLikeNothing(trial: Trial): Promise<boolean> {
		const nothing = await this.#findNothing();
		return nothing !== undefined && signatureOf(trial) === signatureOf(nothing);
	}

	/** Whether the service now complains of what an empty body lacks, too. Then it sees no property of the body. */
	async isOfNothing(trial: Trial, before: Trial): Promise<boolean> {
		const nothing = await this.#findNothing();
		const lacking = new Set(nothing?.complaints.map(keyOf));
		const known = new Set(before.complaints.map(keyOf));
		const isLacking = (each: Complaint): boolean => lacking.has(keyOf(each));
		return (
			nothing?.response.status === trial.response.status &&
			!isAccepted(trial.response) &&
			(trial.complaints.every(isLacking) ||
				trial.complaints.some(
					(each) => !known.has(keyOf(each)) && isLacking(each),
				))
		);
	}
}
