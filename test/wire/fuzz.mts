// The long fuzz: `tsx test/wire/fuzz.mts [seconds] [seed]`, ten minutes and a new seed unless told otherwise.
import { fuzz } from './fuzz';

const [seconds = 600, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const result = fuzz({ documents: Number.MAX_SAFE_INTEGER, seconds, seed });
console.log(`seed ${seed}: ${JSON.stringify(result)}`);
