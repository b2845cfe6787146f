import { isFormRejected } from "../rejections/read-trial.ts";
import type { Values } from "../values/record-values.ts";
import { compareOutcomes, readResult } from "./compare-items.ts";
import { readTexts, replaceIn } from "./describe-changes.ts";
import type { Refused } from "./measure-failures.ts";
import { type Acting, RecordActor } from "./record-actor.ts";

const MAX_FLAGS = 3;

/**
 * Finds whether a request that names a record has another result if a boolean of the record is not that of a new one.
 * @param createRecord creates a record with these properties
 * @returns the state in which the service rejects the request
 */
export async function measureFlags(
	acting: Acting,
	createRecord: (changes: Values) => Promise<unknown>,
): Promise<Refused | undefined> {
	let refused: Refused | undefined;
	const { at, create, rules, source } = acting;
	const actor = await RecordActor.create(acting, create());
	const flags = Object.entries(source.newest() ?? {})
		.filter(([, value]) => typeof value === "boolean")
		.slice(0, MAX_FLAGS);
	async function createId(name: string, value: boolean): Promise<unknown> {
		await createRecord({ [name]: value });
		const record = source.newest();
		return record?.[name] === value ? actor?.idOf(record) : undefined;
	}
	/** Sends the request for a new record with the property. */
	async function send(name: string, value: boolean) {
		const id = await createId(name, value);
		if (!actor || id === undefined) return undefined;
		const tried = await actor.act(actor.nameRecord(create(), id), [id], false);
		return tried && { tried, result: readResult(tried, id), id };
	}
	for (const [name, value] of actor ? flags : []) {
		const other = await send(name, value !== true);
		const usual = other && (await send(name, value === true));
		if (!other || !usual?.tried.isTaken) continue;
		const { tried: example, result, id } = other;
		const { response, request } = example;
		const when = `if the record has ${name} ${value !== true}`;
		const said = readTexts(response, request);
		if (example.isTaken)
			rules.push(
				...compareOutcomes(usual.result, result, when)
					.filter(({ where }) => !where.endsWith(`.${name}`))
					.map((each) => ({
						...{ ...each, at, example, actual: replaceIn(each.actual, id) },
					})),
			);
		else if (isFormRejected(response)) {
			refused ??= {
				flag: `${name} ${value !== true}`,
				createRecord: () => createId(name, value !== true),
			};
			rules.push({
				...{ at, example, expected: `takes a record with any ${name}` },
				actual: `rejects it with ${response.status} ${when}${said === "" ? "" : ` (${said})`}`,
			});
		}
	}
	return refused;
}
