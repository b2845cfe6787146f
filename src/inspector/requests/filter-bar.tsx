import { useInspector } from "../model/inspector.ts";
import { Input, useQueryForm } from "../ui/form.tsx";
import type { FormField } from "../ui/read-form.ts";
import { KINDS, type Kind, STATUS_CLASSES } from "./filter.ts";

const KIND_WORDS: Readonly<Record<Kind, string>> = {
	unmatched: "without an operation",
	violations: "with violations",
	faults: "with faults",
	forwarded: "from the real service",
};

export const SEARCH_ID = "requests-search";

const TEXT: FormField = {
	name: "text",
	label: "Search path, headers and bodies",
	type: "search",
	placeholder: "Search path, headers, bodies",
};

const choicesOf = (operations: readonly string[]): readonly FormField[] => [
	{
		name: "operation",
		label: "Operation",
		type: "choice",
		options: [
			["", "operation"],
			...operations.map((name) => [name, name] as const),
		],
	},
	{
		name: "status",
		label: "Status",
		type: "choice",
		options: [
			["", "status"],
			...STATUS_CLASSES.map(
				(digit) => [digit, digit === "0" ? "broken" : `${digit}xx`] as const,
			),
		],
	},
	{
		name: "only",
		label: "Kind",
		type: "choice",
		options: [
			["", "kind"],
			...KINDS.map((kind) => [kind, KIND_WORDS[kind]] as const),
		],
	},
];

/** The conditions of the list, which are part of the address. */
export function FilterBar({
	operations,
	onOpen,
}: {
	readonly operations: readonly string[];
	/** Opens the first request of the list. */
	onOpen(): void;
}) {
	const { assumption } = useInspector().router.route.value.query;
	const form = useQueryForm();
	return (
		<search class="filters row" aria-label="Filter requests">
			<Input
				id={SEARCH_ID}
				form={form}
				field={TEXT}
				aria-label={TEXT.label}
				onKeyDown={({ key }: KeyboardEvent) => {
					if (key === "Enter" || key === "ArrowDown") onOpen();
				}}
			/>
			{choicesOf(operations).map((field) => (
				<Input
					key={field.name}
					form={form}
					field={field}
					aria-label={field.label}
					class={form.values[field.name] ? "is-set" : undefined}
				/>
			))}
			{assumption && (
				<button
					type="button"
					title="Remove this condition"
					onClick={() => form.set("assumption", "")}
				>
					uses {assumption} ✕
				</button>
			)}
		</search>
	);
}
