/** The text without trailing slashes. Each run of slashes is scanned once, so the time is linear. */
export const withoutTrailingSlashes = (url: string): string => url.replace(/(?<!\/)\/+$/, '')

/** A host in the form that sockets take: an IPv6 address without the brackets of a URL. */
export const bareHost = (hostname: string): string => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname)

/** Whether a text is a URL that can be called: no label of its host is empty, and its port is not 0. */
export function isCallable(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.port !== '0' && !/^\.|\.\./.test(url.hostname)
}

/** An address for readers who may not see the secrets in it: without what follows its path. */
export const withoutQuery = (url: string): string => {
  const end = url.search(/[?#]/)
  return end === -1 ? url : `${url.slice(0, end + 1)}…`
}
