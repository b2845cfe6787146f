import { isFormRejected } from "../rejections/read-trial.ts";
import type { MeasuredRule, Trier } from "./create-trier.ts";
import { findLargest, isConflict } from "./measure-limits.ts";

const LARGEST = Number.MAX_SAFE_INTEGER;

/**
 * Finds the least and the largest number of a property that the document lacks, and whether it has to be an integer.
 * @param isRecord whether a value is the id of a record
 */
export async function measureRange(
	{ at, rules, isAllowed, readEcho, tryValue }: Trier,
	name: string,
	like: unknown,
	isRecord: (value: unknown) => boolean,
): Promise<void> {
	if (typeof like !== "number") return;
	let rejecting: MeasuredRule["example"] | undefined;
	/** Whether a response is lacking, or depends on the state of a record. */
	let isUnknown = false;
	async function passes(value: number): Promise<boolean> {
		const tried = await tryValue(name, value);
		if (!tried || isConflict(tried)) isUnknown = true;
		if (tried && isFormRejected(tried.response)) rejecting = tried;
		return tried?.isTaken === true;
	}
	function report(
		actual: string,
		keywords: NonNullable<MeasuredRule["keywords"]>,
	): void {
		if (rejecting && !isUnknown)
			rules.push({
				...{ at: [...at, name], expected: "any number", actual, keywords },
				example: rejecting,
			});
	}
	// Of an id, others are unknown to the service, and not too large.
	if (!(await passes(like + 1)) && !(await passes(like - 1))) return;
	if (isAllowed(name, -1) && !(await passes(-1))) {
		const least = await findLargest(
			...([-like, 0, (number: number) => passes(-number)] as const),
			() => rejecting,
		);
		report(`at least ${-least}`, { minimum: -least });
	}
	if (isAllowed(name, LARGEST)) {
		const largest = await findLargest(
			...([like, LARGEST, passes] as const),
			() => rejecting,
		);
		// The newest record has the largest id so far.
		const isNewest = isRecord(largest) && !isRecord(largest + 1);
		if (largest < LARGEST && !isNewest)
			report(`at most ${largest}`, { maximum: largest });
	}
	const fraction = like + 0.5;
	if (!isAllowed(name, fraction)) return;
	const tried = await tryValue(name, fraction);
	const whole = tried && readEcho(tried)[name];
	if (tried?.isTaken && typeof whole === "number" && whole !== fraction)
		rules.push({
			...{ at: [...at, name], expected: "comes back as sent" },
			...{ actual: `${fraction} as ${whole}`, example: tried },
		});
	else if (tried && !(await passes(fraction)))
		report("only integers", { type: "integer" });
}
