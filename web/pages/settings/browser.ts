import { t } from '../../language.ts'

const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' }

/** "Firefox on Linux", as far as the user agent reveals it. */
export function browserOf(userAgent: string | null): string {
  if (userAgent === null) return t('Unknown browser')
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1]
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(userAgent)?.[1]
  if (browser === undefined) return userAgent.slice(0, 60)
  const name = names[browser] ?? browser
  return system === undefined ? name : t('{name} on {system}', { name, system: system.replace('Mac OS X', 'macOS') })
}
