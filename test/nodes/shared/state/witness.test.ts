// A store that takes no number at all must not keep a node busy for ever.
import { claimNewest, type WitnessContext } from '../../../../nodes/shared/state/witness';

test('a store that takes no number is an error', async () => {
	let cleared = 0;
	const context = {
		getNode: () => ({ name: 'Get Changes', type: 'test', parameters: {} }),
		helpers: {
			checkProcessedAndRecord: async (items: number[]) => ({ new: [], processed: items }),
			clearAllProcessedItems: async () => void cleared++,
		},
	} as unknown as WitnessContext;
	await expect(claimNewest(context, 0)).rejects.toThrow('it takes no number of this node');
	expect(cleared).toBe(1);
});
