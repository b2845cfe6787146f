import { useSignal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { useInspector, useResource } from "../model/inspector.ts";
import { MAX_LISTED } from "../ui/choice.tsx";
import { Button } from "../ui/parts.tsx";

/** Returns which operations a real service responds to, and a function that changes that. */
export function useForwarding(operations: readonly string[]) {
	const { run } = useInspector();
	const previous = useRef<Promise<unknown>>(Promise.resolve());
	/** What the user has chosen, until the mock has all of it. */
	const chosen = useSignal<readonly string[] | undefined>(undefined);
	/** Changes the operations that are forwarded at that time: others, or a click just before, may have changed them. */
	async function change(
		select: (forwarded: readonly string[]) => readonly string[],
		done: string,
	): Promise<void> {
		const shown = select(chosen.peek() ?? operations);
		chosen.value = shown;
		await run((control) => {
			const next = previous.current.then(async () => {
				const current = await control.forward();
				await control.setForward({ only: select(current.operations) });
			});
			previous.current = next.catch(() => {});
			return next;
		}, done);
		if (chosen.peek() === shown) chosen.value = undefined;
	}
	return [chosen.value ?? operations, change] as const;
}

interface ListProps {
	/** What the button of an operation does, such as "Fail". */
	readonly verb: string;
	/** @param operation the id of an operation, or `*` */
	onAdd(operation: string): void;
}

/** Lists the operations, each with its responder. Many of them are searched. */
export function OperationList({ verb, onAdd }: ListProps) {
	const { connection } = useInspector();
	const { operations } = connection.service.value;
	const { data: forward } = useResource("forward");
	const [search, setSearch] = useState("");
	const words = search.toLowerCase().split(/\s+/);
	const found = operations.filter(({ id, method, path }) =>
		words.every((word) =>
			`${id} ${method} ${path}`.toLowerCase().includes(word),
		),
	);
	const shown = found.slice(0, MAX_LISTED);
	const [forwarded, change] = useForwarding(forward?.operations ?? []);
	const toggle = (id: string, isForwarded: boolean) =>
		change(
			(ids) => [
				...ids.filter((each) => each !== id),
				...(isForwarded ? [id] : []),
			],
			isForwarded
				? `${id} now goes to ${forward?.url}.`
				: `The mock now responds to ${id}.`,
		);
	const button = (id: string, name = id) => (
		<Button
			label={verb}
			class="quiet"
			aria-label={`${verb} ${name}`}
			onClick={() => onAdd(id)}
		/>
	);
	return (
		<div>
			{operations.length > MAX_LISTED && (
				<input
					type="search"
					class="wide"
					aria-label="Search operations"
					placeholder={`Search ${operations.length.toLocaleString("en")} operations`}
					value={search}
					onInput={({ currentTarget }) => setSearch(currentTarget.value)}
				/>
			)}
			<ul class="rows operations" aria-label="Operations">
				<li>
					<span class="grow">Every operation</span>
					{button("*", "every operation")}
				</li>
				{shown.map(({ id, method, path, summary, isOwn }) => (
					<li key={id} title={summary}>
						<span class="grow">
							{isOwn ? (
								<>
									<span class="mono">{id}</span>{" "}
									<span class="badge">own handler</span>
								</>
							) : (
								<>
									{id}{" "}
									<span class="mono faint">
										{method} {path}
									</span>
								</>
							)}
						</span>
						{forward && forward.url !== null && (
							<label>
								<input
									type="checkbox"
									aria-label={`Forward ${id}`}
									checked={forwarded.includes(id)}
									onChange={({ currentTarget: { checked } }) =>
										toggle(id, checked)
									}
								/>{" "}
								<span class={forwarded.includes(id) ? "odd" : "faint"}>
									real service
								</span>
							</label>
						)}
						{button(id)}
					</li>
				))}
			</ul>
			{found.length > shown.length && (
				<p class="faint">
					{(found.length - shown.length).toLocaleString("en")} more: search to
					find them.
				</p>
			)}
			{found.length === 0 && <p class="faint">No operation matches.</p>}
		</div>
	);
}
