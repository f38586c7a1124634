// How the tests run once more with the fast readers turned off, which nobody may notice but by the clock:
//   npm test -- --config test/reference.config.cjs
const base = require('../jest.config.cjs');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '..',
	roots: ['<rootDir>/test/wire', '<rootDir>/test/nodes', '<rootDir>/test/client'],
	moduleNameMapper: {
		...base.moduleNameMapper,
		'(^|/)switch$': '<rootDir>/test/wire/streaming/support/switchedOff.ts',
	},
	setupFilesAfterEnv: ['<rootDir>/test/wire/streaming/support/assertOff.ts'],
};
