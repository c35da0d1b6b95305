// The English messages with values or tags, as the build has parsed them (languages/plugin.ts): each module of the
// browser adds its own, so that the browser needs no parser.

import { type Catalog, withoutNote } from './translator.ts'

const messages: Catalog = {}

/** @public The build writes calls of it. */
export const addMessages = (parsed: Catalog): void => {
  Object.assign(messages, parsed)
}

export const englishMessage = (english: string): Catalog[string] => messages[english] ?? withoutNote(english)
