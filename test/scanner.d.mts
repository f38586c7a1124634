// The types of what is used of n8n's scanner and of its linter's rules, which come without any.
declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	import type { Linter } from 'eslint';

	export const SOURCE_FILE_PATTERNS: string[];
	export function buildScanConfig(): Promise<Linter.Config[]>;
	export function analyzePackage(
		folder: string,
		patterns?: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}

declare module 'eslint-plugin-n8n-nodes-base' {
	import type { ESLint, Linter } from 'eslint';

	const plugin: ESLint.Plugin & { configs: { nodes: { rules: Linter.RulesRecord } } };
	export default plugin;
}
