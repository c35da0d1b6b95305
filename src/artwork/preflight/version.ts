/** Raised whenever the facts of a PDF mean something else than before, so that those kept are read again. */
export const factsVersion = 4
