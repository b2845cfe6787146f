export function RequestsView() {
	return <p>requests</p>;
}
