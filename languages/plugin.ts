// Messages in the build of the browser. The catalog of a language is a script of each page, which runs before the
// others; the service leaves out those that the reader does not need (src/http/pageLanguage.ts). Messages with values
// or tags are parsed.

import { globSync, readFileSync } from 'node:fs'
import { parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { languageCodes } from './languages.ts'
import { messagesIn } from './messages.ts'
import { type Catalog, hasValues, withoutNote } from './translator.ts'

const folder = import.meta.dirname
const translated = languageCodes.filter(code => code !== 'en')
const catalogName = /^\0?virtual:catalog\/(\w+)$/
const idOf = (language: string) => `virtual:catalog/${language}`

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
      for (const language of translated) this.emitFile({ type: 'chunk', id: idOf(language), name: language })
    },
    resolveId: id => (catalogName.test(id) ? `\0${id}` : null),
    load(id) {
      const [, language] = catalogName.exec(id) ?? []
      if (language === undefined) return null
      const files = globSync(`${folder}/${language}/browser/*.json`)
      for (const file of files) this.addWatchFile(file)
      const catalog = Object.assign({}, ...files.map(file => JSON.parse(readFileSync(file, 'utf8'))))
      const code = `(globalThis.octavoCatalogs ??= {}).${language} = ${JSON.stringify(parsed(catalog))}`
      return { code, moduleSideEffects: true }
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
      handler: (_, { bundle = {} }) =>
        translated.map(language => {
          const chunk = Object.values(bundle).find(
            one => one.type === 'chunk' && one.facadeModuleId === `\0${idOf(language)}`,
          )
          const src = chunk === undefined ? `/@id/__x00__${idOf(language)}` : `/${chunk.fileName}`
          return { tag: 'script', attrs: { type: 'module', 'data-language': language, src }, injectTo: 'head-prepend' }
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
