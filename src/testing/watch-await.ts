/** An assertion of a running test. */
export interface WatchedAssertion {
	readonly isAwaited: () => boolean;
	/** Fulfilled when the assertion is done, whether it holds or not. */
	readonly done: Promise<unknown>;
	/** Thrown if nothing awaits the assertion. Its stack begins at the line that called it. */
	readonly error: Error;
}

export interface AssertionScope {
	/** The assertions of a running test, which must be awaited. */
	assertions?: WatchedAssertion[] | undefined;
}

/** A promise that knows whether code awaits it. */
class WatchedPromise<Value> extends Promise<Value> {
	static override readonly [Symbol.species]: PromiseConstructor = Promise;
	isAwaited = false;

	// biome-ignore lint/suspicious/noThenProperty: `await` calls this method of a subclass.
	override then<Result = Value, Rejected = never>(
		onFulfilled?: ((value: Value) => Result | PromiseLike<Result>) | null,
		onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
	): Promise<Result | Rejected> {
		this.isAwaited = true;
		return super.then(onFulfilled, onRejected);
	}

	/** Waits for the promise, without counting as code that awaits it. Its rejection is then no unhandled one. */
	settle(): Promise<unknown> {
		return super.then(
			() => {},
			() => {},
		);
	}
}

/** Returns a matcher that adds each assertion to the scope of its test, while the test runs. */
export const watchAwait = <This, Args extends unknown[], Result>(
	matcher: (this: This, ...args: Args) => Promise<Result>,
	context: { currentScope(): AssertionScope | undefined },
): typeof matcher =>
	function watched(this: This, ...args: Args): Promise<Result> {
		const result = matcher.apply(this, args);
		const assertions = context.currentScope()?.assertions;
		if (!assertions) return result;
		const error = new Error(
			"toHaveReceived was not awaited. Write await expect(mock).toHaveReceived(…).",
		);
		Error.captureStackTrace(error, watched);
		function watch<Value>(assertion: Promise<Value>): Promise<Value> {
			const outcome = new WatchedPromise<Value>((resolve, reject) => {
				assertion.then(resolve, reject);
			});
			const done = outcome.settle();
			assertions?.push({ isAwaited: () => outcome.isAwaited, done, error });
			return outcome;
		}
		const then = result.then.bind(result);
		// Vitest calls this method at once, and returns its result to the test.
		// biome-ignore lint/suspicious/noThenProperty: only so can the result be watched.
		result.then = (onFulfilled, onRejected) =>
			watch(then(onFulfilled, onRejected));
		return result;
	};

/** Waits for the assertions of a test that has ended. @returns an error if one of them was not awaited */
export async function findNotAwaited(
	scope: AssertionScope,
): Promise<Error | undefined> {
	const forgotten = scope.assertions?.filter(({ isAwaited }) => !isAwaited());
	// Nobody would see the result of an assertion that is added later.
	scope.assertions = undefined;
	await Promise.all(forgotten?.map(({ done }) => done) ?? []);
	return forgotten?.[0]?.error;
}
