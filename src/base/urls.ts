/** Without the slashes at its end. Each run of slashes is looked at once, however many there are. */
export const withoutTrailingSlashes = (url: string): string => url.replace(/(?<!\/)\/+$/, '')
