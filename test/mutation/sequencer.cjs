// The order of the test files under Stryker: the quickest first, since the first test that fails ends a run.
const { default: Sequencer } = require('@jest/test-sequencer');

module.exports = class extends Sequencer {
	sort(tests) {
		return super.sort(tests).reverse();
	}
};
