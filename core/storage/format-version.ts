/** The number of the format, the same in the manifest and in every file that carries one: it changes for all at once. */
export const formatVersion = 4;
