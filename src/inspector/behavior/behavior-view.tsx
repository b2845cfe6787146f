export function BehaviorView() {
	return <p>behavior</p>;
}
