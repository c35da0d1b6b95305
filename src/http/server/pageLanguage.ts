// The language of a page of the browser application: the language that was chosen in this browser, or else the first
// of the browser's languages that there is. web/language.ts follows the same rule. The build gives every page the
// catalogs of all languages; a reader gets only one.

import type { IncomingHttpHeaders } from 'node:http'
import { isLanguage, type Language, languageCookie, languageFor } from '../../../languages/languages.ts'

const choice = new RegExp(`(?:^|; )${languageCookie}=(\\w+)`)
const catalog = /<script type="module" data-language="(\w{2})"[^<>]*><\/script>\n*/g

export function pageLanguage({ cookie = '', 'accept-language': accepted = '' }: IncomingHttpHeaders): Language {
  const [, chosen] = choice.exec(cookie) ?? []
  return isLanguage(chosen) ? chosen : languageFor(acceptedLocales(accepted))
}

/** The language of an answer, as the screen asks for it. Programs, which send a key, always get English. */
export const answerLanguage = ({ authorization, 'accept-language': accepted = '' }: IncomingHttpHeaders): Language =>
  authorization === undefined ? languageFor(acceptedLocales(accepted)) : 'en'

/** The page without the catalogs of other languages, and marked with its own. */
export const inLanguage = (html: string, language: Language): string =>
  html
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replaceAll(catalog, (script, of: string) => (of === language ? script : ''))

/** The locales of an Accept-Language header, the best first. */
function acceptedLocales(header: string): string[] {
  const weighted = header.split(',').map(part => {
    const [tag = '', ...parameters] = part.split(';').map(text => text.trim())
    const weight = parameters.find(text => text.startsWith('q='))?.slice(2)
    return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 }
  })
  return weighted
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
