// IDs of another length are refused; those of the right one that mean nothing are not found.
import { sampleIds } from '../state';
import type { Declared } from './index';
import { USUAL } from './truth';

const lengths = [...new Set(Object.values(sampleIds).map(({ length }) => length))];

export const strictIds: Declared = {
	name: 'strict IDs',
	habits: { idForm: new RegExp(`^(?:${lengths.map((each) => `.{${each}}`).join('|')})$`) },
	truth: USUAL,
};
