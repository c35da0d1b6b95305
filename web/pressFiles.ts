// Makes the service worker of the press desk: a file at the top of the build, outside of /assets, because its name must
// not change. It is given the names of all files that a screen of the desk can need.

import type { Plugin, Rolldown } from 'vite'

const page = 'press'
export const workerName = 'pressWorker'
export const workerFile = 'press-worker.js'

type Bundle = Rolldown.OutputBundle

export const pressFiles = (): Plugin => ({
  name: 'press-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const worker = bundle[workerFile]
      if (worker?.type !== 'chunk') throw new Error('The build has no service worker.')
      const files = filesOf(bundle).map(name => `/${name}`)
      worker.code = worker.code.replace('__PRESS_FILES__', () => JSON.stringify(files))
    },
  },
})

/** All files that the page of the desk loads, now and later, with the fonts and the texts of all languages. */
function filesOf(bundle: Bundle): string[] {
  const found = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (chunk === undefined || found.has(name)) return
    found.add(name)
    if (chunk.type === 'asset') return
    const { importedCss, importedAssets } = chunk.viteMetadata ?? {}
    for (const other of [...chunk.imports, ...chunk.dynamicImports, ...(importedCss ?? []), ...(importedAssets ?? [])])
      add(other)
  }
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk') continue
    const isPage = chunk.isEntry && chunk.name === page
    if (isPage || /^\0virtual:catalog\/\w+$/.test(chunk.facadeModuleId ?? '')) add(chunk.fileName)
  }
  return [...found].sort()
}
