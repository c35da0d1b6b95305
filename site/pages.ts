// The pages of the documentation site, in the order of its menu. A page is a Markdown file of the project; the pages of
// the reference are made from the API document (reference.ts).

import { readFileSync } from 'node:fs'
import type { Audience } from '../src/http/document/documentParts.ts'

export type Page = {
  audience: Audience
  section: string
  /** Its address below /docs, without a slash at the beginning; empty for the first page. */
  path: string
  title: string
  about: string
  markdown: string
  /** Markdown that stands beside the text: the example of an operation. */
  beside?: string
  /** The path of the page whose part this page is: the menu shows it there only. */
  group?: string
  /** The file from the root of the project, by which other pages link to it; null for a page that is made. */
  file: string | null
}

type Row = [file: string, path: string, title: string, about: string]

const sections: { audience: Audience; section: string; rows: Row[] }[] = [
  {
    audience: 'customers',
    section: 'Start',
    rows: [
      ['docs/guides/overview.md', '', 'Overview', 'What the service does, and where to begin'],
      ['docs/guides/quickstart.md', 'quickstart', 'Quickstart', 'From an empty folder to a verified webhook'],
      [
        'docs/guides/authentication.md',
        'authentication',
        'Authentication and keys',
        'Keys, scopes, addresses, rolling, and a leaked key',
      ],
      ['docs/sandbox.md', 'sandbox', 'Sandbox', 'Simulated payment, printer and time, and values that fail by name'],
      ['docs/guides/going-live.md', 'going-live', 'Going live', 'What to do before the first production order'],
      [
        'docs/guides/migrating.md',
        'migrating',
        'Migrating',
        'From another service: what corresponds to what, and in which order to move',
      ],
    ],
  },
  {
    audience: 'customers',
    section: 'Guides',
    rows: [
      ['docs/guides/ordering.md', 'ordering', 'Ordering', 'Estimate, validate, place, read, list and cancel orders'],
      [
        'docs/guides/shipping.md',
        'shipping',
        'Shipping and tracking',
        'Parcels, their numbers, and the day they arrive',
      ],
      ['docs/guides/quotes.md', 'quotes', 'Quotes', 'Ask what a large order costs, and place it at that price'],
      [
        'docs/guides/canada.md',
        'canada',
        'Shipping to Canada and the territories',
        'Retail prices for customs, duties, taxes and postal codes',
      ],
      ['docs/guides/pagination.md', 'pagination', 'Pagination', 'Pages of a list, and reading events without an end'],
      ['docs/order-life.md', 'order-life', 'The life of an order', 'Every status and step, and who may cancel when'],
      ['docs/files.md', 'files', 'Print files', 'What a book needs, repairs, ISBN and barcode'],
      [
        'docs/uploading-files.md',
        'uploading-files',
        'Uploading and linking files',
        'Addresses, uploads in parts, files of a product, and how long files are kept',
      ],
      ['docs/file-checks.md', 'file-checks', 'Checking files', 'Checks before an order, and what findings do to it'],
      ['docs/proofs.md', 'proofs', 'Proofs', 'Orders that are printed only once their proof is approved'],
      [
        'docs/packing-slips.md',
        'packing-slips',
        'Packing slips',
        'Your logo, messages and return address in every parcel',
      ],
      ['docs/templates.md', 'templates', 'Templates', 'Sizes and templates for designers'],
      ['docs/preflight.md', 'preflight', 'Findings in files', 'Every finding of the file check, and its remedy'],
      ['docs/guides/money.md', 'money', 'Money', 'Prices, the daily charge, refunds and taxes'],
      ['docs/guides/single-sign-on.md', 'single-sign-on', 'Single sign-on', 'Your team signs in with company accounts'],
      ['docs/guides/reports.md', 'reports', 'Reports', 'Numbers of a period, compared with the period before'],
      ['docs/guides/limits.md', 'limits', 'Limits', 'Orders in 24 hours, request rates and sizes'],
      ['docs/webhooks.md', 'webhooks', 'Webhooks', 'What arrives, and every event'],
      [
        'docs/receiving-webhooks.md',
        'receiving-webhooks',
        'Receiving webhooks',
        'Endpoints, secrets, verifying signatures, and testing an address',
      ],
      [
        'docs/webhook-retries.md',
        'webhook-retries',
        'Retries and missed events',
        'Answers, the retry schedule, resending, and reading events instead',
      ],
      ['docs/emails.md', 'emails', 'Emails', 'Who gets which emails, when, and how they look'],
      ['docs/errors.md', 'errors', 'Errors', 'Every code of a refused request and of a failed order'],
      ['docs/versions.md', 'versions', 'Versions', 'What a later version may change'],
    ],
  },
  {
    audience: 'customers',
    section: 'Tools',
    rows: [
      ['clients/cli/README.md', 'command-line', 'Command line', 'octavo: orders, events, listen, trigger'],
      ['clients/typescript/README.md', 'typescript', 'TypeScript client', 'The client for Node, Deno, Bun and workers'],
      ['clients/python/README.md', 'python', 'Python client', 'The client for Python, sync and async'],
      ['CHANGELOG.md', 'changelog', 'Changelog', 'What is new'],
    ],
  },
  {
    audience: 'press',
    section: 'Guides for printers',
    rows: [
      ['docs/press-api.md', 'press/press-api', 'Press API', 'Work, files, messages and shipments'],
      ['docs/printer-protocols.md', 'press/protocols', 'Protocols', 'JSON, PrintTalk with XJDF, HP Site Flow'],
    ],
  },
  {
    audience: 'staff',
    section: 'Operating',
    rows: [
      ['docs/operating.md', 'staff/operating', 'Operating', 'PostgreSQL, backups, upgrades, monitoring, every warning'],
      ['docs/deployment.md', 'staff/deployment', 'Deployment', 'Samples for proxies, systemd and recovery'],
      ['docs/configuration.md', 'staff/configuration', 'Configuration', 'Every setting'],
      ['docs/operator-data.md', 'staff/operator-data', 'Operator data', 'Catalog, shipping, taxes, holidays, printers'],
      ['docs/parcels.md', 'staff/parcels', 'Parcels', 'Boxes, and labels that the press desk buys'],
      ['docs/printers.md', 'staff/printers', 'Printers', 'Which printer gets which order'],
      ['docs/payments.md', 'staff/payments', 'Payments', 'Cards and charges'],
      ['docs/money.md', 'staff/money', 'The books', 'Prices, tax, refunds, and the ledger'],
      ['docs/people.md', 'staff/people', 'People', 'Sign-in, second factors, teams and roles'],
      ['docs/staff-api.md', 'staff/staff-api', 'Staff API', 'What the staff can do'],
      ['docs/performance.md', 'staff/performance', 'Performance', 'Measurements'],
      ['docs/releasing.md', 'staff/releasing', 'Releasing', 'How a version is released'],
      ['docs/glossary.md', 'staff/glossary', 'Glossary', 'The words of the project'],
    ],
  },
]

/** Sections that have left a page, with the page that has them now: links to their old places still lead to them. */
export const movedSections: Record<string, Record<string, string[]>> = {
  webhooks: {
    'receiving-webhooks': [
      'endpoints',
      'allowed-addresses',
      'verifying',
      'asymmetric-signatures',
      'the-secret',
      'testing-an-address',
    ],
    'webhook-retries': ['answering', 'retry-schedule', 'reading-events-instead'],
  },
  files: {
    'uploading-files': [
      'where-files-come-from',
      'uploading-files-in-parts',
      'uploading-files-of-a-product',
      'files-of-orders-that-wait',
      'retention',
    ],
    'file-checks': ['checking-files-before-an-order', 'what-happens-to-the-order', 'page-previews'],
  },
}

/** The audiences whose pages a reader of each audience also sees. */
const reads: Record<Audience, readonly Audience[]> = {
  customers: ['customers'],
  dashboard: ['customers', 'dashboard'],
  press: ['customers', 'press'],
  staff: ['customers', 'dashboard', 'press', 'staff'],
}

export const mayRead = (audience: Audience, page: Pick<Page, 'audience'>) => reads[audience].includes(page.audience)

export const addressOf = ({ path }: Pick<Page, 'path'>) => (path === '' ? '/docs' : `/docs/${path}`)

export function writtenPages(root: URL): Page[] {
  return sections.flatMap(({ audience, section, rows }) =>
    rows.map(([file, path, title, about]) => {
      const text = readFileSync(new URL(file, root), 'utf8').replace(/^Generated by `npm run docs` from .*\n\n/m, '')
      return { audience, section, path, title, about, file, markdown: text }
    }),
  )
}
