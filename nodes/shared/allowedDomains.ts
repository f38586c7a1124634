// The credential's list of allowed domains, read as n8n reads it: its own function takes other arguments in other
// versions of n8n.

/** Whether the list allows an address: `*.example.com` allows subdomains only, and an empty list everything. */
export function isDomainAllowed(url: string, allowedDomains: string): boolean {
	if (allowedDomains.trim() === '') return true;
	const plain = (domain: string) => domain.trim().toLowerCase().replace(/\.$/, '');
	const hostname = plain(new URL(url).hostname);
	return allowedDomains
		.split(',')
		.map(plain)
		.some((domain) =>
			domain.startsWith('*.')
				? domain.length > 2 && hostname.endsWith(domain.slice(1))
				: domain !== '' && hostname === domain,
		);
}
