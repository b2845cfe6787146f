export function AssumptionsView() {
	return <p>assumptions</p>;
}
