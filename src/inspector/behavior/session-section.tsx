import type { Control, SessionInfo } from "../../control/control.ts";
import { useInspector, useResource } from "../model/inspector.ts";
import { changeWithUndo } from "../model/undo.ts";
import { Button, Pairs, plural, Section } from "../ui/parts.tsx";

/** Something to do with a session that destroys what others may use. */
interface SessionAction {
	readonly label: string;
	readonly explanation: string;
	/** The title and the text of the question before it. */
	readonly title: string;
	readonly text: string;
	readonly done: string;
	/** Whether a snapshot can undo it. */
	readonly isUndoable?: true;
	/** Whether the session is gone afterwards. */
	readonly removesSession?: true;
	action(control: Control): Promise<void>;
}

/** Returns what is lost with all settings of the session, as a list. */
function describeLoss(info: SessionInfo | undefined): string {
	const lost = ["changed records", "snapshots", "forwarding"];
	if (info?.requests) lost.push(plural(info.requests, "recorded request"));
	if (info?.faults) lost.push(plural(info.faults, "fault"));
	const scenario = info ? `its scenario (${info.scenario})` : "its scenario";
	return `${lost.join(", ")} and ${scenario}`;
}

function actionsOf(
	session: string,
	info: SessionInfo | undefined,
): readonly SessionAction[] {
	const losers = `All clients that use session ${session} lose`;
	const all = `${losers} its ${describeLoss(info)}. This cannot be undone.`;
	return [
		{
			label: "Reset state",
			explanation:
				"Restores the records and the clock of the start. The scenario, faults, snapshots and recorded requests stay.",
			title: `Reset the state of session ${session}?`,
			text: `${losers} the records that were created or changed since the start.`,
			done: `Reset the state of session ${session}.`,
			isUndoable: true,
			action: (control) => control.reset(),
		},
		{
			label: "Reset everything",
			explanation:
				"Also restores the scenario, faults and forwarding of the start, and removes snapshots and recorded requests.",
			title: `Reset everything of session ${session}?`,
			text: all,
			done: `Reset everything of session ${session}: it is as at its start.`,
			action: (control) => control.reset({ all: true }),
		},
		{
			label: "Delete session",
			explanation:
				"Removes the session with all it has. The next request that names it starts it as new.",
			title: `Delete session ${session}?`,
			text: all,
			done: `Deleted session ${session}.`,
			removesSession: true,
			action: (control) => control.deleteSession(session),
		},
	];
}

/** Says what is in a session, if the mock has it. */
const describeSession = (info: SessionInfo | undefined): string =>
	info
		? `It has ${plural(info.requests, "recorded request")} and ${plural(info.faults, "fault")}; its scenario is ${info.scenario}.`
		: "It has not been used yet, so it has nothing to reset.";

/** Resets or deletes the session. */
export function SessionSection() {
	const inspector = useInspector();
	const session = inspector.sessionName.value;
	const { data } = useResource(
		(control) => control.sessions(),
		"used-assumptions",
		"journal",
		"scenario",
		"faults",
		"configuration",
	);
	const info = data?.find(({ id }) => id === session);
	async function ask(asked: SessionAction): Promise<void> {
		const { label, title, text, action, done } = asked;
		const question = { title, text, action: label };
		if (asked.isUndoable) {
			await inspector.attempt(() =>
				changeWithUndo(inspector, action, done, question),
			);
			return;
		}
		const isDone = await inspector.run(action, done, question);
		if (isDone && asked.removesSession)
			inspector.router.go({ query: { session: "" } }, { replace: true });
	}
	const items = actionsOf(session, info).map(
		(asked) =>
			[
				<Button
					label={asked.label}
					class="danger"
					disabled={data && !info}
					onClick={() => ask(asked)}
				/>,
				asked.explanation,
			] as const,
	);
	return (
		<Section title={`Session ${session}`} about={data && describeSession(info)}>
			<Pairs items={items} valueClass="faint" />
		</Section>
	);
}
