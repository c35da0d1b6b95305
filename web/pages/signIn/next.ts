// The page that was asked for before the sign-in.

/** Only a path within this area: otherwise `next` could lead people who trust our address to another site. */
export const isInside = (next: string | undefined): next is string => next !== undefined && /^\/(?![/\\])/.test(next)
