// Whether a client already has the current content of an answer.

/** If-None-Match compares weakly (RFC 9110, 13.1.2), since a proxy that compresses may mark our validator as weak. */
export const hasCopy = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some(one => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
