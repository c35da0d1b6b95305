// Three pages, one for each area, and the documentation, built into web/dist; src/http/server/web.ts and
// src/http/document/site.ts serve them, and replace the nonce placeholder. In development: `npm start` in one terminal,
// `npm run web` in another, and the browser at the address that vite prints.

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { messageCatalogs } from '../languages/plugin.ts'
import { documentationSite } from '../site/plugin.ts'
import { brotliFiles } from './brotliFiles.ts'
import { pressFiles, workerFile, workerName } from './pressFiles.ts'

const service = process.env.OCTAVO_URL ?? 'http://127.0.0.1:3000'
const isOfTheApi = '^/(dashboard/api|auth|_clock|templates|openapi.json|docs|staff/(?!$)|press/(?!$))'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    refuseNode(),
    react(),
    messageCatalogs(),
    areasInDevelopment(),
    documentationSite(new URL('..', import.meta.url), new URL('docs/', import.meta.url)),
    pressFiles(),
    brotliFiles(),
  ],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0, // a data: font would require an exception in the policy
    // Browsers that support light-dark(); its translation for older ones has no colors here.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // Source maps double the time of `npm ci` and make no page load faster.
    sourcemap: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: {
        ...Object.fromEntries(
          ['dashboard', 'staff', 'press'].map(area => [area, `${import.meta.dirname}/${area}.html`]),
        ),
        [workerName]: `${import.meta.dirname}/pressWorker.ts`,
      },
      output: {
        // Otherwise each set of screens that shares a module has a file of its own. More in these files would be fewer
        // requests, and more bytes for the first page.
        codeSplitting: {
          groups: [
            { name: 'first', minShareCount: 60, priority: 2 },
            { name: 'common', minShareCount: 30, priority: 1 },
          ],
        },
        entryFileNames: ({ name }) => (name === workerName ? workerFile : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: {
    proxy: {
      [isOfTheApi]: {
        target: service,
        bypass: ({ headers, url }) => (headers.accept?.includes('text/html') ? url : undefined),
      },
    },
  },
})

/** A module of Node in a screen fails only when the screen is opened. */
function refuseNode() {
  return {
    name: 'refuse-node',
    enforce: 'pre' as const,
    resolveId(id: string, importer: string | undefined) {
      if (id.startsWith('node:')) throw new Error(`a screen imports ${id}: ${importer}`)
    },
  }
}

/** Like the service in production: an address below an area is the area's page. */
function areasInDevelopment() {
  return {
    name: 'areas',
    configureServer(server: {
      middlewares: {
        use(
          handle: (
            request: { url?: string; headers: { accept?: string } },
            response: unknown,
            next: () => void,
          ) => void,
        ): void
      }
    }) {
      server.middlewares.use((request, _response, next) => {
        const area = /^\/(dashboard|staff|press)(\/|\?|$)/.exec(request.url ?? '')?.[1]
        if (area !== undefined && request.headers.accept?.includes('text/html')) request.url = `/${area}.html`
        next()
      })
    },
  }
}
