// How the tests run: every TypeScript file becomes CommonJS through swc, without type checks (tsc does those).
const path = require('node:path');
const { hostLocation } = require('./test/host/location.cjs');

// The engine of n8n would log what tests provoke; `N8N_LOG_LEVEL=debug npm test` shows it.
process.env.N8N_LOG_LEVEL ??= 'silent';

const isThorough = process.env.THOROUGH === '1';
const host = path.join(hostLocation().directory, 'node_modules');

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	maxWorkers: '100%',
	globals: { THOROUGH: isThorough },
	// A busy machine must not fail a test.
	testTimeout: 60_000,
	testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/test/**/*.test.mts'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/dist/',
		// These take long, and run in `npm run test:all`.
		...(isThorough ? [] : ['\\.slow\\.test\\.']),
	],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/coverage/', '<rootDir>/test/host/n8n/'],
	moduleFileExtensions: ['ts', 'mts', 'js', 'mjs', 'cjs', 'json', 'node'],
	moduleNameMapper: {
		// An .mts file is imported by the name that Node gives it, .mjs.
		'^(\\.{1,2}/.*)\\.mjs$': ['$1.mts', '$1.mjs'],
		// These names end like file types of their own: tsx finds them only with .js.
		'^(\\.{1,2}/.*\\.(?:node|credentials))\\.js$': '$1.ts',
		// The node under test and n8n's engine must share one n8n-workflow, or `instanceof` fails.
		'^n8n-workflow$': [path.join(host, 'n8n-workflow'), 'n8n-workflow'],
	},
	transform: {
		'^.+\\.m?ts$': [
			'@swc/jest',
			{
				jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
				module: { type: 'commonjs' },
			},
		],
	},
};
