// The credential's list of allowed domains.
import { isDomainAllowed } from '../../../nodes/shared/allowedDomains';

test.each([
	['', true],
	[' , ', false],
	['projects.example', true],
	['other.example, PROJECTS.example.', true],
	['*.example', true],
	['*.projects.example', false],
	['*.', false],
	['example', false],
])('with "%s", projects.example is allowed: %s', (allowedDomains, allowed) => {
	expect(isDomainAllowed('https://Projects.example:8443/exchange', allowedDomains)).toBe(allowed);
});
