// The credential's list of allowed domains, read as n8n reads it. n8n's own function takes other arguments in
// other versions of n8n, so it cannot be called from a package that runs in all of them.

function withoutDot(domain: string): string {
	return domain.trim().toLowerCase().replace(/\.$/, '');
}

/** `*.example.com` allows subdomains only; an empty list allows everything. */
export function isDomainAllowed(url: string, allowedDomains: string): boolean {
	if (allowedDomains.trim() === '') return true;
	const hostname = withoutDot(new URL(url).hostname);
	return allowedDomains
		.split(',')
		.map(withoutDot)
		.some((domain) =>
			domain.startsWith('*.')
				? domain.length > 2 && hostname.endsWith(domain.slice(1))
				: domain !== '' && hostname === domain,
		);
}
