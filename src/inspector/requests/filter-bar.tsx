import { useInspector } from "../model/inspector.ts";
import { Input, useQueryForm } from "../ui/form.tsx";
import { Button } from "../ui/parts.tsx";
import type { FormField } from "../ui/read-form.ts";
import { KINDS, STATUS_CLASSES } from "./filter.ts";

export const SEARCH_ID = "requests-search";

const TEXT: FormField = {
	name: "text",
	label: "Search path, headers and bodies",
	type: "search",
	placeholder: "Search path, headers, bodies",
};

/** @param options the values to choose from, each with its label */
const choice = (
	name: string,
	label: string,
	options: readonly (readonly [string, string])[],
): FormField => ({
	name,
	label,
	type: "choice",
	options: [["", label.toLowerCase()], ...options],
});

const CHOICES = [
	choice(
		"status",
		"Status",
		STATUS_CLASSES.map((digit) => [
			digit,
			digit === "0" ? "broken" : `${digit}xx`,
		]),
	),
	choice(
		"only",
		"Kind",
		Object.entries(KINDS).map(([kind, { label }]) => [kind, label]),
	),
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
	const names = operations.map((name) => [name, name] as const);
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
			{[choice("operation", "Operation", names), ...CHOICES].map((field) => (
				<Input
					key={field.name}
					form={form}
					field={field}
					aria-label={field.label}
					class={form.values[field.name] ? "is-set" : undefined}
				/>
			))}
			{assumption && (
				<Button
					label={`uses ${assumption} ✕`}
					title="Remove this condition"
					onClick={() => form.set("assumption", "")}
				/>
			)}
		</search>
	);
}
