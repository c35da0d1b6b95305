/** The text without trailing slashes. Each run of slashes is scanned once, so the time is linear. */
export const withoutTrailingSlashes = (url: string): string => url.replace(/(?<!\/)\/+$/, '')

/** A host as sockets take it: an IPv6 address without the brackets that it has in a URL. */
export const bareHost = (hostname: string): string => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname)
