// Messages in the build of the browser. The catalog of a language is a script of each page, which runs before the
// others; the service leaves out those that the reader does not need (src/http/server/pageLanguage.ts). The page of the
// staff has a second one, with what is said to the staff only (staff-*.json). Messages with values or tags are parsed.

import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { languageCodes } from './languages.ts'
import { messagesIn } from './messages.ts'
import { type Catalog, hasValues, withoutNote } from './translator.ts'

const folder = import.meta.dirname
const translated = languageCodes.filter(code => code !== 'en')
const staff = '-staff'
const catalogs = translated.flatMap(language => [
  { language, name: language },
  { language, name: `${language}${staff}` },
])
const idOf = (name: string) => `virtual:catalog/${name}`

export function messageCatalogs(): Plugin {
  let isBuild = false
  return {
    name: 'message-catalogs',
    enforce: 'pre',
    config(_, { command }) {
      isBuild = command === 'build'
      const parser = '@formatjs/icu-messageformat-parser'
      return { resolve: { alias: { [parser]: `${parser}/no-parser.js` } } }
    },
    buildStart() {
      if (!isBuild) return
      for (const { name } of catalogs) this.emitFile({ type: 'chunk', id: idOf(name), name })
    },
    resolveId: id => (catalogs.some(({ name }) => id === idOf(name)) ? `\0${id}` : null),
    load(id) {
      const known = catalogs.find(({ name }) => id === `\0${idOf(name)}`)
      if (known === undefined) return null
      const { language, name } = known
      const files = globSync(`${folder}/${language}/browser/*.json`).filter(
        file => basename(file).startsWith('staff-') === name.endsWith(staff),
      )
      for (const file of files) this.addWatchFile(file)
      const catalog = Object.assign({}, ...files.map(file => JSON.parse(readFileSync(file, 'utf8'))))
      const all = `(globalThis.octavoCatalogs ??= {}).${language} ??= {}`
      return { code: `Object.assign(${all}, ${JSON.stringify(parsed(catalog))})`, moduleSideEffects: true }
    },
    transform(code, id) {
      const path = id.split('?', 1)[0]!
      if (!/\.tsx?$/.test(path) || path.includes('node_modules')) return null
      const texts = messagesIn(path, code).flatMap(({ text }) => (text !== null && hasValues(text) ? [text] : []))
      if (texts.length === 0) return null
      const messages = parsed(Object.fromEntries(texts.map(text => [text, withoutNote(text)])))
      return `import { addMessages } from ${JSON.stringify(`${folder}/english.ts`)};addMessages(${JSON.stringify(messages)});${code}`
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { path, bundle = {} }) =>
        catalogs
          .filter(({ name }) => path.endsWith('/staff.html') || !name.endsWith(staff))
          .map(({ language, name }) => {
            const chunk = Object.values(bundle).find(
              one => one.type === 'chunk' && one.facadeModuleId === `\0${idOf(name)}`,
            )
            const src = chunk === undefined ? `/@id/__x00__${idOf(name)}` : `/${chunk.fileName}`
            const attrs = { type: 'module', 'data-language': language, src }
            return { tag: 'script', attrs, injectTo: 'head-prepend' }
          }),
    },
  }
}

/** A message without values and tags stays a text. */
const parsed = (catalog: Record<string, string>): Catalog =>
  Object.fromEntries(
    Object.entries(catalog).map(([english, message]) => [
      english,
      hasValues(english) ? parse(message, { captureLocation: false }) : message,
    ]),
  )
