// The lint for what touches the host: the .mts and .mjs files that n8n's own lint does not read.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
	{
		ignores: [
			'**/node_modules/**',
			'**/dist/**',
			'**/*.ts',
			'**/*.js',
			'**/*.cjs',
			'test/e2e/output/**',
		],
	},
	{
		files: ['**/*.mts', '**/*.mjs'],
		extends: [js.configs.recommended, tseslint.configs.recommended],
		rules: {
			'@typescript-eslint/no-explicit-any': 'error',
			// A name with an underscore stands for what is left out of an object on purpose.
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ varsIgnorePattern: '^_', ignoreRestSiblings: true },
			],
			'no-console': 'off',
			'no-undef': 'off',
		},
	},
);
