/** Raised whenever the meaning of stored facts changes, so that files are read again. */
export const factsVersion = 5
