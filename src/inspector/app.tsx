import { useSignal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { groupBy } from "../values/group-by.ts";
import { AssumptionsView } from "./assumptions/assumptions-view.tsx";
import { BehaviorView } from "./behavior/behavior-view.tsx";
import { useInspector, useKeys } from "./model/inspector.ts";
import { VIEWS, type View } from "./model/route.ts";
import { RequestsView } from "./requests/requests-view.tsx";
import { StateView } from "./state/state-view.tsx";
import { Form } from "./ui/form.tsx";
import { defineField, type FormValues, useForm } from "./ui/form-state.ts";
import { Header } from "./ui/header.tsx";
import { Button, Dialog, IconButton, Pairs } from "./ui/parts.tsx";
import { useTicks } from "./ui/time.tsx";

const COMPONENTS: Readonly<Record<View, FunctionComponent>> = {
	requests: RequestsView,
	behavior: BehaviorView,
	state: StateView,
	assumptions: AssumptionsView,
};

export function App() {
	const { router, connection, messages } = useInspector();
	const { view } = router.route.value;
	const status = connection.status.value;
	const showHelp = () => {
		messages.isHelpOpen.value = true;
	};
	useKeys([
		...VIEWS.map((name, index) => ({
			key: `${index + 1}`,
			does: `Show ${name}`,
			run: () => router.go({ view: name }),
		})),
		{ key: "?", does: "Show this list", run: showHelp },
	]);
	useTicks();
	if (status === "locked") return <Login />;
	const ViewComponent = COMPONENTS[view];
	return (
		<>
			<Header onHelp={showHelp} />
			{status === "lost" && (
				<p class="box bad" role="alert">
					The connection to the mock is lost. If it stopped, start it again:
					this page connects by itself.
				</p>
			)}
			<main id="view">
				<ViewComponent />
			</main>
			<NoticeList />
			<ConfirmDialog />
			<HelpDialog />
		</>
	);
}

const TOKEN = defineField("token", "Token", "password", { isRequired: true });

/** Asks for the token of the mock. */
function Login() {
	const { connection } = useInspector();
	const form = useForm(useSignal<FormValues>({}));
	const submit = () =>
		form.submit([TOKEN], ({ token }) => connection.login(String(token)));
	return (
		<main class="login stack">
			<h1>Understudy</h1>
			<p>
				This mock was started with <code>--control-token</code>. Enter the token
				to go on. It is kept until you close this tab.
			</p>
			<Form
				form={form}
				fields={[TOKEN]}
				action="Log in"
				isPrimary
				onSubmit={submit}
			/>
		</main>
	);
}

/** Shows the results of actions. */
function NoticeList() {
	const { messages } = useInspector();
	return (
		<div class="notices" aria-live="polite">
			{messages.notices.value.map((notice) => {
				const { text, isError, action } = notice;
				const close = () => messages.close(notice);
				return (
					<div
						key={isError}
						class={`box bar top ${isError ? "bad" : "good"}`}
						role={isError ? "alert" : undefined}
					>
						<span class="grow">{text}</span>
						{action && (
							<Button
								label={action.label}
								onClick={() => {
									close();
									action.run();
								}}
							/>
						)}
						<IconButton label="Close the message" onClick={close} />
					</div>
				);
			})}
		</div>
	);
}

/** Shows the question of `messages.confirm`. */
function ConfirmDialog() {
	const { messages } = useInspector();
	const question = messages.question.value;
	if (!question) return null;
	const cancel = () => messages.answer(false);
	return (
		<Dialog title={question.title} onClose={cancel}>
			<p>{question.text}</p>
			<div class="row end">
				<Button label="Cancel" onClick={cancel} />
				<Button
					label={question.label}
					class="danger"
					onClick={() => messages.answer(true)}
				/>
			</div>
		</Dialog>
	);
}

/** Names of keys that have no letter. */
const KEY_NAMES: Readonly<Record<string, string>> = {
	ArrowDown: "↓",
	ArrowUp: "↑",
	Escape: "Esc",
};

/** Lists the keyboard shortcuts of the current view. */
function HelpDialog() {
	const { keys, messages } = useInspector();
	if (!messages.isHelpOpen.value) return null;
	const close = () => {
		messages.isHelpOpen.value = false;
	};
	return (
		<Dialog title="Keyboard shortcuts" onClose={close}>
			<Pairs
				items={groupBy(keys.list(), ({ does }) => does).map((same) => [
					same.map(({ key }) => <kbd key={key}>{KEY_NAMES[key] ?? key}</kbd>),
					same[0].does,
				])}
			/>
		</Dialog>
	);
}
