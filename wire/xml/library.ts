// The one place where the bundled library enters.
export { XMLParser } from 'fast-xml-parser';
