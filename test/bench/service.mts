// The simulated service in a process of its own, its catalog pages rendered beforehand, so that what is measured
// is not the service. Started by main.mts with the sandbox's options as JSON.
import { startSandbox, type SandboxOptions } from '../sandbox/server.mjs';

const options = JSON.parse(process.argv[2] ?? '{}') as Partial<SandboxOptions>;
const sandbox = await startSandbox({ prerender: true, everyField: true, ...options });
console.log(`listening ${sandbox.url}`);
