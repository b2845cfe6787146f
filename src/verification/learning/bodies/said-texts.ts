import type { ProviderResponse } from "../../contract.ts";
import type { Trial } from "../rejections/read-trial.ts";
import { listTexts } from "../rules/measure-choices.ts";
import { textOf } from "./change-body.ts";

/** Finds out which texts of bodies a service said before a body had them, so that its rejections do not repeat them. */
export class SaidTexts {
	/** The texts of bodies, and whether a rejection contained them before. */
	readonly #texts = new Map<string, boolean>();
	readonly #rejections: string[] = [];

	/** @param responses the rejections of other bodies */
	constructor(responses: readonly ProviderResponse[] = []) {
		for (const response of responses) this.receive({ response });
	}

	/** Notes a body that is sent. Returns the texts that the service said before. */
	send(body: unknown): ReadonlySet<string> {
		for (const text of listTexts(body))
			if (!this.#texts.has(text))
				this.#texts.set(
					text,
					this.#rejections.some((each) => each.includes(text)),
				);
		return this.said;
	}

	get said(): ReadonlySet<string> {
		return new Set(
			[...this.#texts].flatMap(([text, isSaid]) => (isSaid ? [text] : [])),
		);
	}

	receive(trial: Pick<Trial, "response">): void {
		this.#rejections.push(textOf(trial));
	}
}
