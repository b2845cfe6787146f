import { compareNames } from "../../../document/judgment/compare-names.ts";
import { uniqueWord } from "../../../values/unique-word.ts";
import { isSamePlace, type Place, type Repair } from "../rejections/repairs.ts";

/** Whether a repair adds a property of this name to another object, into which it has probably moved. */
export const isMoved = (
	repairs: readonly Repair[],
	at: Place,
	name: string,
): boolean =>
	repairs.some(
		(each) =>
			each.kind === "set" && each.name === name && !isSamePlace(each.at, at),
	);

/**
 * Returns variants of the repairs. In each variant, one rename replaces two repairs: removing a documented property,
 * and adding an undocumented one at the same place.
 */
export function joinRenames(repairs: readonly Repair[]): (readonly Repair[])[] {
	return repairs.flatMap((removal, index) => {
		if (removal.kind !== "remove") return [];
		const { at, name } = removal;
		if (isMoved(repairs, at, name)) return [];
		return repairs
			.filter(
				(each) =>
					each.kind === "set" &&
					each.documented === undefined &&
					isSamePlace(each.at, at),
			)
			.sort((a, b) => compareNames(b.name, name) - compareNames(a.name, name))
			.map((added) =>
				repairs
					.with(index, { kind: "rename", at, name, to: added.name })
					.filter((each) => each !== added),
			);
	});
}

/** Returns variants of the repairs. In each variant, a renamed property that was added again keeps its name. */
export function splitRenames(
	repairs: readonly Repair[],
): (readonly Repair[])[] {
	return repairs.flatMap((renamed) => {
		if (renamed.kind !== "rename") return [];
		const isOf = (each: Repair, name: string): boolean =>
			each.kind === "set" &&
			each.name === name &&
			isSamePlace(each.at, renamed.at);
		if (!repairs.some((each) => isOf(each, renamed.name))) return [];
		const { at, name, to } = renamed;
		const added: Repair = { kind: "set", at, name: to, make: uniqueWord };
		return [
			repairs.flatMap((each): Repair[] => {
				if (isOf(each, name)) return [];
				if (each === renamed) return [added];
				return [
					each.kind === "set" && isOf(each, to)
						? { ...each, documented: undefined }
						: each,
				];
			}),
		];
	});
}

/**
 * Returns a variant in which the wrapper is an object beside the documented properties. The service requires one of them
 * beside it, under the same name.
 */
export function unwrap(
	repairs: readonly Repair[],
	documented: unknown,
): (readonly Repair[])[] {
	const [wrapper, ...inner] = repairs.filter(({ kind }) => kind === "wrap");
	const beside = repairs.filter(
		(each) =>
			each.kind === "set" &&
			each.at.length === 0 &&
			each.name in Object(documented),
	);
	if (!wrapper || inner.length > 0 || beside.length === 0) return [];
	const added: Repair = {
		...{ kind: "set", at: [], name: wrapper.name },
		make: () => ({}),
	};
	return [
		repairs
			.with(repairs.indexOf(wrapper), added)
			.filter((each) => !beside.includes(each)),
	];
}
