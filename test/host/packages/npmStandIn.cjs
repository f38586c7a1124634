// Replaces `npm` in a tested n8n, so that n8n's own installer runs completely without a registry: `pack` and
// `view` use local tarballs, `install` is the real npm with --offline. Arguments: a JSON file (package name ->
// version -> tarball), the script of the real npm, and npm's own arguments.
const { spawnSync } = require('node:child_process');
const { copyFileSync, readFileSync } = require('node:fs');
const path = require('node:path');

const [offersFile, npmCli, ...request] = process.argv.slice(2);
const offers = JSON.parse(readFileSync(offersFile, 'utf8'));

function fail(message) {
	process.stderr.write(`npm error code E404\nnpm error 404 ${message}\n`);
	process.exit(1);
}

/** The version last offered is the latest. */
function latestOf(name) {
	return Object.keys(offers[name] ?? {}).at(-1);
}

function find(spec) {
	const at = spec.lastIndexOf('@');
	const name = at > 0 ? spec.slice(0, at) : spec;
	const wanted = at > 0 ? spec.slice(at + 1) : 'latest';
	const version = wanted === 'latest' ? latestOf(name) : wanted;
	const tarball = offers[name]?.[version];
	if (tarball === undefined) fail(`Not Found - ${spec}`);
	return { tarball, version };
}

function pack(spec) {
	const { tarball } = find(spec);
	const file = path.basename(tarball);
	copyFileSync(tarball, path.join(process.cwd(), file));
	process.stdout.write(`${file}\n`);
}

/** npm ends with 1 when there is something newer. */
function outdated() {
	const { dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
	const newer = Object.entries(dependencies)
		.filter(([name, version]) => latestOf(name) && latestOf(name) !== version)
		.map(([name, current]) => [name, { current, wanted: current, latest: latestOf(name) }]);
	process.stdout.write(JSON.stringify(Object.fromEntries(newer)));
	process.exitCode = newer.length > 0 ? 1 : 0;
}

function install() {
	const args = [npmCli, ...request, '--offline'];
	const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
	process.exitCode = status ?? 1;
}

const [command, spec] = request;
if (command === 'pack') pack(spec);
else if (command === 'view') process.stdout.write(JSON.stringify(find(spec).version));
else if (command === 'outdated') outdated();
else if (command === 'install') install();
else fail(`The stand-in for npm does not know "${command}".`);
