import type { Control, SessionInfo } from "../../control/control.ts";
import { ALL_SUBJECTS } from "../model/events.ts";
import { useInspector } from "../model/inspector.ts";
import { useResource } from "../model/use-resource.ts";
import { useUndoable } from "../model/use-undoable.ts";
import { plural, Section } from "../ui/parts.tsx";
import { useChange } from "./use-change.ts";

const loadSessions = (control: Control) => control.sessions();

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
	run(control: Control): Promise<void>;
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
			run: (control) => control.reset(),
		},
		{
			label: "Reset everything",
			explanation:
				"Also restores the scenario, faults and forwarding of the start, and removes snapshots and recorded requests.",
			title: `Reset everything of session ${session}?`,
			text: all,
			done: `Reset everything of session ${session}: it is as at its start.`,
			run: (control) => control.reset({ all: true }),
		},
		{
			label: "Delete session",
			explanation:
				"Removes the session with all it has. The next request that names it starts it as new.",
			title: `Delete session ${session}?`,
			text: all,
			done: `Deleted session ${session}.`,
			removesSession: true,
			run: (control) => control.deleteSession(session),
		},
	];
}

/** Resets or deletes the session. */
export function SessionSection() {
	const { events, router, run: runAction } = useInspector();
	const { session, run } = useChange();
	const { data } = useResource(loadSessions, ALL_SUBJECTS);
	const info = data?.find(({ id }) => id === session);
	const isUnused = data !== undefined && info === undefined;
	const undoable = useUndoable(() => events.emit(ALL_SUBJECTS, session));
	async function ask(asked: SessionAction): Promise<void> {
		const { label, title, text, run: action, done } = asked;
		const question = { title, text, action: label };
		if (asked.isUndoable) {
			await runAction(() => undoable(question, action, done));
			return;
		}
		const isDone = await run(ALL_SUBJECTS, action, done, question);
		if (isDone && asked.removesSession)
			router.go({ query: { session: "" } }, { replace: true });
	}
	return (
		<Section
			title={`Session ${session}`}
			about={
				isUnused
					? "It has not been used yet, so it has nothing to reset."
					: info &&
						`It has ${plural(info.requests, "recorded request")} and ${plural(info.faults, "fault")}; its scenario is ${info.scenario}.`
			}
		>
			<dl class="pairs">
				{actionsOf(session, info).map((action) => (
					<div key={action.label}>
						<dt>
							<button
								type="button"
								class="danger"
								disabled={isUnused}
								onClick={() => ask(action)}
							>
								{action.label}
							</button>
						</dt>
						<dd class="faint">{action.explanation}</dd>
					</div>
				))}
			</dl>
		</Section>
	);
}
