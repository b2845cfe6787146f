import { isObject } from "../../values/json.ts";
import { uniqueWord } from "../../values/unique-word.ts";
import type { OutgoingRequest } from "../contract.ts";
import type { Alternative, Required } from "./alternative.ts";
import { learnBody } from "./learn-body.ts";
import type { Lesson } from "./lesson.ts";
import { listOffered, readRejection } from "./measure-choices.ts";
import {
	isAccepted,
	isFormRejected,
	readTrial,
	type Trial,
} from "./read-trial.ts";
import {
	applyRepairs,
	findObject,
	isSamePlace,
	isSameSet,
	type Place,
	type Repair,
} from "./repairs.ts";

type SetRepair = Extract<Repair, { kind: "set" }>;

/** What a value of a choice has taught. */
type Taught = Pick<Alternative, "required" | "response"> & {
	/** An accepted body. */
	readonly body: unknown;
};

/** The maximum number of requests for one value. */
const MAX_REQUESTS = 32;
/** The maximum number of values that rejections name, and of others. */
const [MAX_OFFERED, MAX_KNOWN] = [12, 40];

/** Returns the form of a text: its separators, and the case of its letters. */
const formOf = (text: string): string =>
	text.replaceAll(/[a-z]+/g, "a").replaceAll(/[A-Z]+/g, "A");

const isAdded = (repair: Repair): repair is SetRepair =>
	repair.kind === "set" && repair.documented === undefined;

/** Whether the property is the choice, or contains it. */
const hasChoice = ({ at, name }: SetRepair, choice: SetRepair): boolean =>
	isSamePlace(
		[...at, name],
		[...choice.at, choice.name].slice(0, at.length + 1),
	);

/** Returns the text that the repair always sets, unless it is the id of a record. */
function findChoice(
	repair: SetRepair,
	{ createBody, knowledge, repairs }: Lesson,
): string | undefined {
	const create = (): unknown =>
		findObject(applyRepairs(createBody(), repairs), repair.at)?.[repair.name];
	const value = create();
	const isId = knowledge?.ids("").includes(value) || knowledge?.isId(value);
	if (isId || value !== create()) return undefined;
	return typeof value === "string" ? value : undefined;
}

/** Lists the properties of a body that the repairs have added, with those inside. */
function listRequired(repairs: readonly Repair[], body: unknown): Required[] {
	const list = (at: Place, name: string): Required[] => {
		const value = findObject(body, at)?.[name];
		const inner = isObject(value) ? Object.keys(value) : [];
		return [
			{ at, name, value },
			...inner.flatMap((each) => list([...at, name], each)),
		];
	};
	return repairs
		.filter(isAdded)
		.flatMap(({ at, name }) => list(at, name))
		.filter(({ value }) => value !== undefined);
}

/**
 * Returns the repairs without the properties that the value of a choice may need. Keeps an added object, without its
 * properties, if the service now requires others there.
 */
const leaveChoice = (
	repairs: readonly Repair[],
	choice: SetRepair,
	{ complaints }: Pick<Trial, "complaints"> = { complaints: [] },
): Repair[] =>
	repairs.flatMap((each) => {
		if (!isAdded(each) || hasChoice(each, choice)) return each;
		return complaints.some(({ paths }) =>
			paths.some((path) => path.slice(0, -1).includes(each.name)),
		)
			? { ...each, make: () => ({}) }
			: [];
	});

/** Finds what the service requires with a value that it does not take with the properties of another one. */
async function learnValue(
	lesson: Lesson,
	create: (some: readonly Repair[], value: string) => unknown,
	[choice, ...kept]: readonly [SetRepair, ...Repair[]],
	value: string,
): Promise<Taught | undefined> {
	let taken: Omit<Taught, "required"> | undefined;
	let sent = 0;
	const learnt = await learnBody({
		...{ ...lesson, createBody: () => create(kept, value), repairs: [] },
		async send(body) {
			const isChosen = findObject(body, choice.at)?.[choice.name] === value;
			if (!isChosen || ++sent > MAX_REQUESTS) return undefined;
			const response = await lesson.send(body);
			if (response && isAccepted(response)) taken = { body, response };
			return response;
		},
	});
	return (
		taken && {
			...taken,
			required: listRequired(
				[...kept, ...(learnt?.isAccepted ? learnt.repairs : [])].filter(
					(each) => each !== choice,
				),
				taken.body,
			),
		}
	);
}

/** Returns the repairs with a record that no request has named in place of each one that they name. */
const nameOthers = (
	repairs: readonly Repair[],
	{ createBody, knowledge }: Lesson,
): Repair[] => {
	const body = applyRepairs(createBody(), repairs);
	return repairs.map((each) => {
		if (each.kind !== "set") return each;
		const value = findObject(body, each.at)?.[each.name];
		const id = knowledge?.isId(value) ? knowledge.fresh(value) : undefined;
		return id === undefined ? each : { ...each, make: () => id };
	});
};

/** Learns the other values of one choice. */
async function* learnChoice(
	lesson: Lesson,
	choice: SetRepair,
): AsyncGenerator<Taught & Omit<Alternative, "request">> {
	const { createBody, knowledge, repairs } = lesson;
	let conflict: string | undefined;
	const send: Lesson["send"] = async (body) => {
		const response = await lesson.send(body);
		if (response?.status === 409)
			conflict ??= readTrial([], body, response).complaints[0]?.text;
		return response;
	};
	const { at, name } = choice;
	const own = findChoice(choice, lesson);
	if (own === undefined) return;
	const create = (some: readonly Repair[], value: string): unknown =>
		applyRepairs(
			createBody(),
			some.map((each) =>
				each.kind === "set" && isSameSet(each, choice)
					? { ...choice, make: () => value }
					: each,
			),
		);
	// A command may change the record of the accepted body, so that the service then rejects that body.
	let others = nameOthers(repairs, lesson);
	const word = uniqueWord();
	const rejected = await send(create(others, word));
	if (!rejected || !isFormRejected(rejected)) return;
	const offered = [
		...(knowledge?.describedAs(name) ?? []),
		...listOffered(name, word, rejected),
	].slice(0, MAX_OFFERED);
	const known = (knowledge?.known() ?? [])
		.filter((each) => formOf(each) === formOf(own))
		.slice(0, MAX_KNOWN);
	for (const value of new Set(offered.length > 1 ? offered : known)) {
		if (value === own) continue;
		conflict = undefined;
		const body = create(others, value);
		const response = await send(body);
		if (!response) return;
		if (isAccepted(response)) {
			others = nameOthers(repairs, lesson);
			const without = await send(create(leaveChoice(others, choice), value));
			const isEnough = without && isAccepted(without);
			const required = isEnough ? [] : listRequired(repairs, body);
			yield { at, name, value, required, conflict, body, response };
			continue;
		}
		const ofWord = readRejection(name, [word, value], { response: rejected });
		const said = readRejection(name, [word, value], { response });
		if (said.some((text) => ofWord.includes(text))) continue;
		const kept = leaveChoice(repairs, choice, readTrial([], body, response));
		const taught = { ...lesson, send };
		const learnt = await learnValue(taught, create, [choice, ...kept], value);
		if (learnt) yield { at, name, value, conflict, ...learnt };
	}
}

/**
 * Learns the other values of each property of which the service takes only some, and what it requires with them.
 * @param lesson with the repairs of an accepted body
 */
export async function learnAlternatives(
	lesson: Lesson,
	build: (body: unknown) => OutgoingRequest,
): Promise<Alternative[]> {
	const found: Alternative[] = [];
	const { knowledge, repairs } = lesson;
	const own = JSON.stringify(applyRepairs(lesson.createBody(), repairs));
	const isOther = (id: unknown): boolean => !own.includes(`${id}`);
	const others = {
		...lesson,
		knowledge: knowledge && {
			...knowledge,
			ids: (text: string) => knowledge.ids(text).filter(isOther),
			idsOf: (text: string) => knowledge.idsOf(text).filter(isOther),
		},
	};
	for (const choice of repairs)
		if (choice.kind === "set")
			for await (const { body, ...each } of learnChoice(others, choice))
				found.push({ ...each, request: build(body) });
	return found;
}
