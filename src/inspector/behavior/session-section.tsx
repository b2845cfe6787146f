import type { Control, SessionInfo } from "../../control/control.ts";
import { ALL_SUBJECTS } from "../model/events.ts";
import { useInspector } from "../model/inspector.ts";
import type { Question } from "../model/messages.ts";
import { useResource } from "../model/use-resource.ts";
import { useUndoable } from "../model/use-undoable.ts";
import { useChange } from "./use-change.ts";

const loadSessions = (control: Control) => control.sessions();

/** Something to do with a session that destroys what others may use. */
interface SessionAction {
	readonly label: string;
	readonly explanation: string;
	readonly question: Question;
	readonly done: string;
	/** Whether a snapshot can undo it. */
	readonly isUndoable?: true;
	/** Whether the session is gone afterwards. */
	readonly removesSession?: true;
	run(control: Control): Promise<void>;
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
			question: {
				title: `Reset the state of session ${session}?`,
				text: `${losers} the records that were created or changed since the start.`,
				action: "Reset state",
			},
			done: `Reset the state of session ${session}.`,
			isUndoable: true,
			run: (control) => control.reset(),
		},
		{
			label: "Reset everything",
			explanation:
				"Also restores the scenario, faults and forwarding of the start, and removes snapshots and recorded requests.",
			question: {
				title: `Reset everything of session ${session}?`,
				text: all,
				action: "Reset everything",
			},
			done: `Reset everything of session ${session}: it is as at its start.`,
			run: (control) => control.reset({ all: true }),
		},
		{
			label: "Delete session",
			explanation:
				"Removes the session with all it has. The next request that names it starts it as new.",
			question: {
				title: `Delete session ${session}?`,
				text: all,
				action: "Delete session",
			},
			done: `Deleted session ${session}.`,
			removesSession: true,
			run: (control) => control.deleteSession(session),
		},
	];
}

/** Resets or deletes the session. */
export function SessionSection() {
	const { dialogs, events, router, run: runAction } = useInspector();
	const { session, run } = useChange();
	const { data } = useResource(loadSessions, ALL_SUBJECTS);
	const info = data?.find(({ id }) => id === session);
	const isUnused = data !== undefined && info === undefined;
	const undoable = useUndoable(() => events.emit(ALL_SUBJECTS, session));
	async function ask(asked: SessionAction): Promise<void> {
		const { question, run: action, done } = asked;
		if (asked.isUndoable) {
			await runAction(() => undoable(question, action, done));
			return;
		}
		if (!(await dialogs.confirm(question))) return;
		const isDone = await run(ALL_SUBJECTS, action, done);
		if (isDone && asked.removesSession)
			router.go({ query: { session: "" } }, { replace: true });
	}
	return (
		<section class="card" aria-labelledby="session-heading">
			<div>
				<h2 id="session-heading" class="wrap">
					Session {session}
				</h2>
				<p class="faint">
					{isUnused
						? "It has not been used yet, so it has nothing to reset."
						: info && describeSession(info)}
				</p>
			</div>
			<ul class="behavior-actions">
				{actionsOf(session, info).map((action) => (
					<li key={action.label}>
						<button
							type="button"
							class="danger"
							disabled={isUnused}
							onClick={() => ask(action)}
						>
							{action.label}
						</button>
						<span class="faint">{action.explanation}</span>
					</li>
				))}
			</ul>
		</section>
	);
}

const count = (number: number, noun: string): string =>
	`${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;

/** Returns a sentence about what the session has. */
export const describeSession = ({
	requests,
	faults,
	scenario,
}: SessionInfo): string =>
	`It has ${count(requests, "recorded request")} and ${count(faults, "fault")}; its scenario is ${scenario}.`;

/** Returns what is lost with all settings of the session, as a list. */
export const describeLoss = (info: SessionInfo | undefined): string => {
	const lost = ["changed records", "snapshots", "forwarding"];
	if (info?.requests) lost.push(count(info.requests, "recorded request"));
	if (info?.faults) lost.push(count(info.faults, "fault"));
	const scenario = info ? `its scenario (${info.scenario})` : "its scenario";
	return `${lost.join(", ")} and ${scenario}`;
};
