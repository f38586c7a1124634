// Records as the service writes them: JSON with exact numbers, and XML in the two dialects of .NET.
// Independent of wire/ on purpose, so that what wire/ reads was written by somebody else.
export { writeJson } from './jsonWriter';
export {
	arraysNamespace,
	dataContractNamespace,
	instanceNamespace,
	schemaNamespace,
	writeXml,
	type Dialect,
	type XmlOptions,
} from './xmlWriter';
