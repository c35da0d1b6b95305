// The documentation site as a part of the browser's build, so that one command makes both.

import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { packagesOf } from './packages.ts'
import { searchIndex, siteFiles, sitePages } from './site.ts'

/** `root` is the folder of the project, `folder` the one of the site's script and style. */
export function documentationSite(root: URL, folder: URL): Plugin {
  let script = ''
  return {
    name: 'documentation-site',
    apply: 'build',
    buildStart() {
      script = this.emitFile({ type: 'chunk', id: new URL('page.ts', folder).pathname, name: 'docs' })
    },
    async generateBundle() {
      const pages = sitePages(root)
      const asset = (name: string, source: string) => this.emitFile({ type: 'asset', name, source })
      const style = asset('docs.css', readFileSync(new URL('page.css', folder), 'utf8'))
      const search = asset('search.json', JSON.stringify(searchIndex(pages)))
      const addressOf = (id: string) => `/${this.getFileName(id)}`
      const assets = { script: addressOf(script), style: addressOf(style), search: addressOf(search) }
      for (const { name, text } of siteFiles(pages, assets)) {
        this.emitFile({ type: 'asset', fileName: `docs/${name}`, source: text })
      }
      for (const { file, bytes } of await packagesOf(root)) {
        this.emitFile({ type: 'asset', fileName: `docs/packages/${file}`, source: bytes })
      }
    },
  }
}
