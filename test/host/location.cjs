// Where the n8n of the tests (their "host") is installed, and `require` from within it. Plain CommonJS: the set-up
// loads it before anything is installed, and jest and scripts load it, too.
const { createHash } = require('node:crypto');
const { existsSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir } = require('node:os');
const path = require('node:path');

const projectFolder = path.resolve(__dirname, '..', '..');

const sources = path.join(__dirname, 'n8n');

function cacheFolder() {
	const base = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
	return path.join(base, 'n8n-nodes-project-services');
}

/** A lock file for work that only one process may do at a time in this checkout. */
function checkoutLock(purpose) {
	const checkout = createHash('sha256').update(projectFolder).digest('hex').slice(0, 12);
	return path.join(cacheFolder(), `${purpose}-${checkout}.lock`);
}

/** The Node binary that came with the host; without one for this platform, the Node that is running. */
function hostNode(directory) {
	const bundled = path.join(
		directory,
		'node_modules',
		`node-${process.platform}-${process.arch}`,
		'bin',
		'node',
	);
	return existsSync(bundled) ? bundled : process.execPath;
}

/**
 * The folder's name carries a hash of the lock file, so that a changed lock gets a new folder and two
 * checkouts with the same lock share one. Native modules differ by platform, so that is part of it.
 */
function hostLocation() {
	const manifest = JSON.parse(readFileSync(path.join(sources, 'package.json'), 'utf8'));
	const version = manifest.dependencies.n8n;
	const key = createHash('sha256')
		.update(readFileSync(path.join(sources, 'package-lock.json')))
		.update(`${process.platform}-${process.arch}`)
		.digest('hex')
		.slice(0, 12);
	const directory = path.join(cacheFolder(), `n8n-${version}-${key}`);
	const n8n = path.join(directory, 'node_modules', 'n8n', 'bin', 'n8n');
	return {
		version,
		sources,
		directory,
		node: hostNode(directory),
		n8n,
		installed: existsSync(path.join(directory, '.complete')) && existsSync(n8n),
	};
}

/** The folder of the host, for tests that need it. */
function hostDirectory() {
	const { directory, installed } = hostLocation();
	if (!installed)
		throw new Error('n8n is not installed for the tests yet. Run: node test/host/setup.mjs --host');
	return directory;
}

/** Loads a module as the host would, for tests that run n8n's own engine. */
function hostRequire(request) {
	return createRequire(path.join(hostDirectory(), 'package.json'))(request);
}

module.exports = {
	cacheFolder,
	checkoutLock,
	hostDirectory,
	hostLocation,
	hostRequire,
	projectFolder,
};
