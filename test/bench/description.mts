// Measures how long the action node takes to make its description, which n8n makes when it loads the node. Fails if it takes 10 ms.
//   npm run build && npx tsx test/bench/description.mts
import { createRequire } from 'node:module';
import path from 'node:path';

import { projectFolder } from '../host/location.cjs';
import { median } from './results.mjs';

const MOST_MILLISECONDS = 10;
const RUNS = 51;

const file = path.join(
	projectFolder,
	'dist',
	'nodes',
	'ProjectServices',
	'ProjectServices.node.js',
);
const { ProjectServices } = createRequire(file)(file) as { ProjectServices: new () => object };

/** Milliseconds of the processor: other work on the machine does not count. */
const times = Array.from({ length: RUNS }, () => {
	const started = process.cpuUsage();
	new ProjectServices();
	const { user, system } = process.cpuUsage(started);
	return (user + system) / 1000;
});
const [first, ...later] = times;
const took = median(later);
console.log(`The description: ${first.toFixed(1)} ms, then ${took.toFixed(1)} ms.`);
process.exitCode = took < MOST_MILLISECONDS ? 0 : 1;
