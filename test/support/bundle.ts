// The programs of the processes that tests start, each in one file with its packages: Node loads the 2,600 modules of
// the service three times as fast from there. `npm start` runs the sources, and so does the test of it.

import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { lazy } from '../../src/base/running/lazy.ts'
import { cachedFolder } from './cachedFolder.ts'

const root = join(import.meta.dirname, '..', '..')
const programs = { main: 'src/main.ts', chargeProcess: 'test/support/chargeProcess.ts' }
/** These read files beside their own. */
const unbundled = ['@electric-sql/pglite', '@hyzyla/pdfium', 'pdfjs-dist', 'pino', 'pino-pretty', 'sharp', 'zxing-wasm']

/** Made once after each change of the sources. */
const bundled = lazy(() =>
  cachedFolder('bundle', {
    inputs: [
      '{src,languages}/**/!(*.test).ts',
      ...Object.values(programs),
      'package-lock.json',
      'test/support/bundle.ts',
    ],
    fill: bundle,
  }),
)

/** Answers the file of the program. */
export const bundleOf = async (program: keyof typeof programs): Promise<string> =>
  join(await bundled(), `${program}.mjs`)

async function bundle(folder: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [ownPaths],
    ssr: { noExternal: true, external: unbundled },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'esnext',
      minify: false,
      rolldownOptions: {
        input: programs,
        treeshake: false,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
}

/** A module reads the files beside its source. */
const ownPaths: Plugin = {
  name: 'own-paths',
  enforce: 'pre',
  transform(code, file) {
    if (file.includes('node_modules') || !code.includes('import.meta.')) return null
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
  },
}
