// Three pages, one for each area, and the documentation, built into web/dist; src/http/server/web.ts and
// src/http/document/site.ts serve them, and replace the nonce placeholder. In development: `npm start` in one terminal,
// `npm run web` in another, and the browser at the address that vite prints.

import { basename, dirname } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { messageCatalogs } from '../languages/plugin.ts'
import { documentationSite } from '../site/plugin.ts'
import { brotliFiles } from './brotliFiles.ts'
import { pressFiles, workerFile, workerName } from './pressFiles.ts'

const service = process.env.OCTAVO_URL ?? 'http://127.0.0.1:3000'
const dialogs = /@mantine\/core\/esm\/components\/Modal(Base)?\//
/** Without what a native select has, too. */
const choices =
  /@mantine\/core\/esm\/components\/(Combobox\/(?!use-pills|ComboboxChevron|Combobox\.module|get-parsed)|Select\/)/
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
        // Otherwise each set of screens that shares a module has a file of its own. A file has the modules that its
        // test names, and all that they import. The frame of every area is one file, its first screen another, and
        // the looks of all screens are one. More in these files would be more bytes for the first page:
        // test/browser/screens.test.ts limits both.
        codeSplitting: {
          groups: [
            { name: 'preload', test: /preload-helper/, priority: 9 }, // of the documentation, too
            { name: 'looks', test: path => path.endsWith('.css') && basename(dirname(path)) !== 'docs', priority: 9 },
            {
              name: 'frame',
              test: /web\/(shell\/frame\/(start|Frame|action|mode)|shell\/orders\/(liveUpdates|statusTexts)|components\/orders\/Status)\.tsx?$|text\/orderTitle\.ts$/,
              priority: 8,
            },
            { name: 'icons', test: /lucide-react/, minShareCount: 2, priority: 7 },
            // The overviews have charts, and a grid of figures.
            {
              name: 'charts',
              test: /(web\/components\/(charts\/(DayBars|Meter)|layout\/Figure)|core\/esm\/components\/SimpleGrid\/SimpleGrid)\.(tsx|mjs)$/,
              priority: 6,
            },
            // Many screens have choices and dialogs, and no first one has.
            {
              name: 'common',
              test: path => !choices.test(path) && !dialogs.test(path),
              minShareCount: 30,
              priority: 5,
            },
            { name: 'choices', test: choices, priority: 4 },
            { name: 'segments', test: /components\/SegmentedControl\//, priority: 4 },
            { name: 'dialogs', test: dialogs, priority: 4 },
            { name: 'signIn', test: /\/SignIn\.tsx$/, priority: 3 },
            {
              name: 'desk', // not its entry, which would run in the other areas that share a module
              test: /shell\/(offline\/(QueueBar|useQueue|keptAnswers)|orders\/(CancellationRequests|scannedTickets|bindingCodes))\.tsx?$|icons\/scan-barcode/,
              priority: 3,
            },
            { name: 'jobs', test: /pages\/press\/jobs\/Jobs\.tsx$/, priority: 2 },
            // Each list has the same filters, choices and bars.
            {
              name: 'lists',
              test: /\/(shell\/lists\/\w+|StatusFilter|staffNotes|approvals|SearchField|SortSelect|DayFilter|BookName|Recipient|orderSorts|ReportFilters|AmountField)\.tsx?$/,
              priority: 1,
            },
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
