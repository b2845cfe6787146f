export function StateView() {
	return <p>state</p>;
}
