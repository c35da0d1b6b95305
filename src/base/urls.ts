/** The text without trailing slashes. Each run of slashes is scanned once, so the time is linear. */
export const withoutTrailingSlashes = (url: string): string => url.replace(/(?<!\/)\/+$/, '')
