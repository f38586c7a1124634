// What takes the place of wire/fast/switch.ts where the tests run without the fast readers.
export const useFastReaders = false;
