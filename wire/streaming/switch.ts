// Whether answers are read by the fast readers; without them all goes through the reference decoders.
export const useFastReaders = true;
