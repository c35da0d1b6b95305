/** "Firefox on Linux", as far as the user agent reveals it. */
export function browserOf(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown browser'
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1]
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(userAgent)?.[1]
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' }
  if (browser === undefined) return userAgent.slice(0, 60)
  return `${names[browser] ?? browser}${system === undefined ? '' : ` on ${system.replace('Mac OS X', 'macOS')}`}`
}
