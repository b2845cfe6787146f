import { useState } from "preact/hooks";
import { errorMessage } from "../../values/error-message.ts";
import { useInspector } from "../model/inspector.ts";

/** Asks for the token of the mock. */
export function Login() {
	const { connection } = useInspector();
	const [error, setError] = useState("");
	return (
		<main class="login">
			<form
				class="card"
				onSubmit={(event) => {
					event.preventDefault();
					const token = new FormData(event.currentTarget).get("token");
					connection
						.login(String(token))
						.catch((reason) => setError(errorMessage(reason)));
				}}
			>
				<h1>Understudy</h1>
				<p>
					This mock was started with <code>--control-token</code>. Enter the
					token to go on. It is kept until you close this tab.
				</p>
				<label class="field">
					<span class="label">Token</span>
					<input
						name="token"
						type="password"
						autocomplete="current-password"
						required
						aria-describedby="login-error"
					/>
				</label>
				<p id="login-error" class="error" role="alert">
					{error}
				</p>
				<button type="submit" class="primary">
					Log in
				</button>
			</form>
		</main>
	);
}
