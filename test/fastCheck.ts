// Where the property tests get fast-check from.
export { default as fc } from 'fast-check';
