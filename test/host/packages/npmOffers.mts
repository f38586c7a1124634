// The packages that the tested n8n can install: the folder with a stand-in for npm (see npmStandIn.cjs) and its
// list of tarballs.
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { projectFolder } from '../location.cjs';

export interface Offer {
	name: string;
	version: string;
	tarball: string;
}

/** The real npm: the one that runs this script, or the one on the PATH (a link to npm's own script). */
export function npmCli(): string {
	const fromScript = process.env.npm_execpath;
	if (fromScript?.endsWith('.js')) return fromScript;
	const found = (process.env.PATH ?? '')
		.split(path.delimiter)
		.map((directory) => path.join(directory, 'npm'))
		.find((file) => existsSync(file));
	if (found === undefined) throw new Error('npm is not on the PATH. Install it and start again.');
	return realpathSync(found);
}

/** Makes a folder with the stand-in, to be the first on n8n's PATH. */
export function createNpmOffers(folder: string) {
	const offersFile = path.join(folder, 'offers.json');
	const standIn = path.join(projectFolder, 'test', 'host', 'packages', 'npmStandIn.cjs');
	mkdirSync(folder, { recursive: true });
	const offers: Record<string, Record<string, string>> = {};
	writeFileSync(offersFile, '{}');
	writeFileSync(
		path.join(folder, 'npm'),
		// n8n hands npm almost no environment variables, so the stand-in gets arguments.
		`#!/bin/sh\nexec "${process.execPath}" "${standIn}" "${offersFile}" "${npmCli()}" "$@"\n`,
		{ mode: 0o755 },
	);
	return {
		/** Makes a version installable; the one offered last is the latest. */
		offer({ name, version, tarball }: Offer): void {
			const { [version]: _replaced, ...others } = offers[name] ?? {};
			offers[name] = { ...others, [version]: tarball };
			writeFileSync(offersFile, JSON.stringify(offers));
		},
		folder,
	};
}
