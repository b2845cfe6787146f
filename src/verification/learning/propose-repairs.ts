import {
	findContainer,
	findOwn,
	locate,
	type Target,
} from "./locate-properties.ts";
import {
	addProperty,
	changeProperty,
	isSettled,
	MAX_LIKELY,
	type Seen,
} from "./property-repairs.ts";
import type { Complaint } from "./read-complaints.ts";
import type { Trial } from "./read-trial.ts";
import {
	findObject,
	isSamePlace,
	listPlaces,
	type Place,
	type Repair,
} from "./repairs.ts";

/** Whether the object at a place is the last one that a repair has added or filled. */
function isNewest(repairs: readonly Repair[], at: Place): boolean {
	const last = repairs.at(-1);
	const added = repairs.filter(
		(each) => each.kind === "set" && isSamePlace([...each.at, each.name], at),
	);
	return (
		last?.kind === "set" &&
		added.length > 0 &&
		(added.includes(last) || isSamePlace(last.at, at))
	);
}

/**
 * Lists the repairs that a complaint suggests, the most probable first.
 * @param current the rejected body
 */
export function listRepairs(
	complaint: Complaint,
	current: Trial,
	seen: Seen,
): Repair[] {
	const { paths, words, text } = complaint;
	const { body, repairs } = current;
	const wrapper = repairs.findLast(({ kind }) => kind === "wrap");
	const bases: Place[] = wrapper ? [[wrapper.name], []] : [[]];
	const places = listPlaces(body);
	const repair = (target: Target, maxValues?: number): Repair[] => {
		const name = findOwn(target.within, target.name);
		return name === undefined
			? addProperty(target, text, current, seen, maxValues)
			: changeProperty({ ...target, name }, complaint, current, seen);
	};
	/**
	 * Finds the places of a path. A single name may be a property anywhere. A plain word is not a property that a repair
	 * has created.
	 */
	const locateAll = (path: readonly string[], isWord = false): Target[] => {
		const [name = ""] = path;
		const isOpen = (at: Place): boolean =>
			!isWord || !isSettled(repairs, at, name);
		const container = findContainer(path, body, bases);
		// The first name of the path may be that of the whole body, too.
		if (container && isSettled(repairs, container.at, container.name))
			return [container];
		const located = [
			...locate(path, body, bases),
			...(container ? [container] : []),
		];
		const found = located.filter(({ at }) => isOpen(at));
		if (
			path.length > 1 ||
			found.some((each) => findOwn(each.within, name) !== undefined)
		)
			return found;
		const others = places
			.filter(
				(at) => isOpen(at) && found.every((each) => !isSamePlace(each.at, at)),
			)
			.flatMap((at): Target[] => {
				const within = findObject(body, at);
				return within ? [{ at, name, within }] : [];
			});
		const own = others.filter(
			({ within }) => findOwn(within, name) !== undefined,
		);
		const settled = located.filter(({ at }) => !isOpen(at));
		// A service that was shown an object may next require one of its properties.
		const inside = others.filter(({ at }) => isNewest(repairs, at));
		return own.length > 0
			? [...inside, ...own]
			: [...new Set([...inside, ...found, ...others, ...settled])];
	};
	const own = new Set(
		places.flatMap((at) => Object.keys(findObject(body, at) ?? {})),
	);
	const ofWords = words.flatMap((word): Repair[] => {
		if (own.has(word))
			return locateAll([word], true).flatMap((each) => repair(each));
		const [at = []] = bases;
		const within = findObject(body, at);
		return within
			? addProperty({ at, name: word, within }, "", current, seen, 1)
			: [];
	});
	const [known, unknown] = [true, false].map((isKnown) =>
		ofWords.filter((each) => own.has(each.name) === isKnown),
	);
	return [
		...paths.flatMap((path, index) =>
			locateAll(path).flatMap((each) =>
				repair(each, index < MAX_LIKELY ? Infinity : 1),
			),
		),
		...(known ?? []),
		...(unknown ?? []),
	];
}
