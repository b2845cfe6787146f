import { groupBy } from "../../values/group-by.ts";
import { plural } from "../../values/plural.ts";
import type { VerificationReport } from "../report.ts";
import { SAYS } from "./describe-status.ts";
import {
	type DifferenceSummary,
	listOperations,
} from "./summarize-differences.ts";

type Differences = readonly [DifferenceSummary, ...DifferenceSummary[]];

/**
 * Differences that can probably be fixed together, such as all differences in the form of errors, or a single
 * difference.
 */
export interface DifferenceGroup {
	/** The position in the report, from 1. */
	readonly number: number;
	/** A predicate of the operations, or a sentence about the response. */
	readonly title: string;
	/** The operations, followed by the title. */
	readonly name: string;
	/** The name without the words of the service. */
	readonly shortName: string;
	readonly operations: readonly string[];
	readonly differences: Differences;
	/** The number of failed checks that the group explains. */
	readonly failed: number;
	/** The number of these checks that were not reached. */
	readonly notReached: number;
	/** A text with the number of explained checks or, if there are none, of responses with the difference. */
	readonly weight: string;
	/** Whether the group fails the build. */
	readonly binds: boolean;
}

/** The groups in the order of every report. */
export interface GroupedDifferences {
	/** The groups to fix first; all groups if there are few. */
	readonly causes: readonly DifferenceGroup[];
	/** All other groups by operation, starting with groups of several operations. */
	readonly byOperation: readonly {
		/** Undefined for groups of several operations. */
		readonly operation: string | undefined;
		readonly groups: readonly DifferenceGroup[];
	}[];
}

/** Checks that were not reached for the same reason. */
export interface UnreachedChecks {
	readonly because: string;
	/** The difference that prevents these checks. */
	readonly cause: DifferenceGroup | undefined;
	readonly descriptions: readonly string[];
}

type Unnumbered = Omit<DifferenceGroup, "number">;

/** Up to this number of groups, all are sorted by weight only. */
const MAX_SHORT = 5;
const MAX_CAUSES = 7;
/** The share and the number of failed checks that a difference must explain to be fixed first. */
const [MIN_SHARE, MIN_FAILED] = [0.05, 5];

const TITLES = {
	errors: () => "sends errors in another form",
	request: () => "takes requests in another form",
	rejection: ([{ title }]: Differences) =>
		title.replace(
			/^rejects .*? (?=with \d+ instead of )/,
			"rejects valid requests ",
		),
	acceptance: ({ length }: Differences) =>
		`accepts ${length} kinds of invalid requests`,
};

/** @param notReached the descriptions of the checks that were not reached */
function createGroup(
	differences: Differences,
	notReached: ReadonlySet<string>,
): Unnumbered {
	const [first] = differences;
	const { topic } = first;
	const operations = [
		...new Set(differences.flatMap((each) => each.operations)),
	];
	const title =
		differences.length > 1 && topic ? TITLES[topic](differences) : first.title;
	const count = Math.max(...differences.map((each) => each.count));
	const failed = [...new Set(differences.flatMap((each) => each.explains))];
	const name = `${listOperations(operations)}: ${title}`;
	const [shortName = name] = name.split(SAYS);
	return {
		...{ title, name, shortName, operations, differences },
		failed: failed.length,
		weight:
			failed.length > 0
				? plural(failed.length, "failed check")
				: plural(count, "response"),
		notReached: failed.filter((each) => notReached.has(each)).length,
		binds: differences.some(({ binds }) => binds),
	};
}

/** Returns the key of a group. The form of errors is usually one piece of code for all operations. */
const keyOf = ({ topic, operations }: DifferenceSummary, index: number) =>
	JSON.stringify(
		topic === undefined ? index : [topic, topic === "errors" || operations],
	);

/**
 * Puts these groups first: groups that explain most failed checks, groups that prevent checks, and groups that fail
 * the build unless all of them do. The others follow by operation.
 * @param differences sorted by weight
 */
export function groupDifferences(
	{ surface, interactions, notReached }: VerificationReport,
	differences: readonly DifferenceSummary[],
): GroupedDifferences {
	const prevented = new Set(notReached.map(({ description }) => description));
	const groups = groupBy(differences, (each) =>
		keyOf(each, differences.indexOf(each)),
	)
		.map((group) => createGroup(group, prevented))
		.sort((a, b) => Number(b.binds) - Number(a.binds) || b.failed - a.failed);
	const failed = interactions.filter(({ passed }) => !passed).length;
	const minFailed = Math.max(MIN_FAILED, failed * MIN_SHARE);
	const isCause = ({ operations, differences, ...group }: Unnumbered) => {
		const [{ topic }] = differences;
		if (group.notReached > 0) return true;
		if (topic === "errors" && operations.length > 1) return true;
		// An accepted invalid request prevents no check: each difference explains its own check.
		return topic !== "acceptance" && group.failed >= minFailed;
	};
	const allBind = groups.every(({ binds }) => binds);
	const heavy = groups.filter(
		(each) => isCause(each) || (each.binds && !allBind),
	);
	const first =
		heavy.length > 0 ? heavy.slice(0, MAX_CAUSES) : groups.slice(0, 3);
	const causes = groups.length <= MAX_SHORT ? groups : first;
	const others = groups.filter((each) => !causes.includes(each));
	const order = ["", ...surface.map(({ operation }) => operation)];
	const operationOf = ({ operations }: Unnumbered): string =>
		operations.length === 1 ? (operations[0] ?? "") : "";
	const sections = groupBy(others, operationOf).sort(
		([a], [b]) => order.indexOf(operationOf(a)) - order.indexOf(operationOf(b)),
	);
	let number = 0;
	const count = (group: Unnumbered): DifferenceGroup => ({
		number: ++number,
		...group,
	});
	return {
		causes: causes.map(count),
		byOperation: sections.map((section) => ({
			operation: operationOf(section[0]) || undefined,
			groups: section.map(count),
		})),
	};
}

/** The beginning of a text about a response. The rest may differ in responses of the same kind. */
const RESPONSE = /(responded with \d+[^:]*|did not return [^:]*): .*/s;

/** Returns the checks that were not reached, grouped by reason, the largest group first. */
export function groupUnreached(
	{ notReached }: VerificationReport,
	groups: readonly DifferenceGroup[],
): UnreachedChecks[] {
	const found = notReached.map(({ description, because }) => {
		const [id = ""] = because.split(", called ");
		const rejection = groups.find(
			({ operations, differences: [{ topic }] }) =>
				topic === "rejection" && operations.includes(id),
		);
		const cause =
			rejection ??
			groups.find(({ differences }) =>
				differences.some(({ explains }) => explains.includes(description)),
			);
		// The difference contains the response.
		const reason = cause ? because.replace(RESPONSE, "$1") : because;
		return {
			because: rejection
				? `${id} rejects the valid request that these checks need`
				: reason,
			...{ cause, description },
		};
	});
	return groupBy(found, ({ because }) => because)
		.map((group) => ({
			because: group[0].because,
			cause: group[0].cause,
			descriptions: group.map(({ description }) => description),
		}))
		.sort((a, b) => b.descriptions.length - a.descriptions.length);
}

/** Returns all groups in order. */
export const listGroups = ({
	causes,
	byOperation,
}: GroupedDifferences): readonly DifferenceGroup[] => [
	...causes,
	...byOperation.flatMap(({ groups }) => groups),
];
