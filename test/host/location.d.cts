// The types of location.cjs, which has to stay plain JavaScript.
export interface HostLocation {
	/** The version of n8n. */
	version: string;
	/** The committed folder with package.json and lock. */
	sources: string;
	/** The installed folder in the cache; it holds `node_modules`. */
	directory: string;
	/** The Node binary to run n8n with. */
	node: string;
	/** n8n's start script. */
	n8n: string;
	/** Whether the installation is there and complete. */
	installed: boolean;
}

export const projectFolder: string;
export function cacheFolder(): string;
export function checkoutLock(purpose: string): string;
export function hostLocation(): HostLocation;
/** Throws where the host is not installed, and says what to run. */
export function hostDirectory(): string;
export function hostRequire<T = unknown>(request: string): T;
