// Records as the service writes them: JSON with exact numbers, and XML in the two dialects of .NET.
// Independent of wire/ on purpose, so that wire/ does not read what it wrote itself.
export { writeJson } from './jsonWriter';
export { writeXml, type Dialect, type XmlOptions } from './xmlWriter';
