// The format in which the body of a request is sent.
import type { Endpoint } from '../../../api/endpoint';
import type { ServiceSettings } from '../../../client/serviceSettings';

/** The format in which a body is sent; a form only where the API documentation shows one. */
export function bodyFormat(
	{ form }: Pick<Endpoint, 'form'>,
	{ requestFormat }: Pick<ServiceSettings, 'requestFormat'>,
): ServiceSettings['requestFormat'] {
	return requestFormat === 'form' && !form ? 'json' : requestFormat;
}
