import { useSignal } from "@preact/signals";
import { useInspector } from "../model/inspector.ts";
import { Field, useForm } from "./form.tsx";
import type { FormField, FormValues } from "./read-form.ts";

const TOKEN: FormField = {
	name: "token",
	label: "Token",
	type: "text",
	isRequired: true,
};

/** Asks for the token of the mock. */
export function Login() {
	const { connection } = useInspector();
	const form = useForm(useSignal<FormValues>({}));
	return (
		<main class="login">
			<form
				class="card stack"
				onSubmit={(event) => {
					event.preventDefault();
					form.submit([TOKEN], ({ token }) => connection.login(String(token)));
				}}
			>
				<h1>Understudy</h1>
				<p>
					This mock was started with <code>--control-token</code>. Enter the
					token to go on. It is kept until you close this tab.
				</p>
				<Field
					form={form}
					field={TOKEN}
					type="password"
					autocomplete="current-password"
				/>
				<p class="error" role="alert">
					{form.errors.rest}
				</p>
				<button type="submit" class="primary">
					Log in
				</button>
			</form>
		</main>
	);
}
