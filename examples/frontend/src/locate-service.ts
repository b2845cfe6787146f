/**
 * Returns the base URL of the service.
 * In the mode "page", it first starts a mock in this page. No other module knows about a mock.
 */
export async function locateService(): Promise<string> {
	const baseUrl = import.meta.env.VITE_API_URL ?? location.origin;
	if (import.meta.env.MODE === "page") {
		const { setupMock } = await import("zaps-understudy/browser");
		await setupMock({ baseUrl }).start();
	}
	return baseUrl;
}
