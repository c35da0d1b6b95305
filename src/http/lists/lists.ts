// The lists that are exported, or of which people save views, each under the name of its rows in answers.

type List = {
  /** The subject of a row in descriptions. */
  row: string
  rows?: string
  /** The name of the file of its export, where that is not its own. */
  file?: string
  /** Whose people save views of it, and under which name the views are stored where that is not its own. */
  views?: readonly ('member' | 'staff' | 'printer')[]
  viewsAs?: string
}

const lists = {
  orders: { row: 'order', views: ['member', 'staff'] },
  deliveries: { row: 'webhook', views: ['member', 'staff'], viewsAs: 'webhooks' },
  charges: { row: 'charge', views: ['staff'] },
  documents: { row: 'document', file: 'invoices', views: ['staff'] },
  jobs: { row: 'job', views: ['printer'] },
  entries: { row: 'entry', rows: 'entries', file: 'audit-log' },
  mails: { row: 'email', file: 'emails' },
  taxEntries: { row: 'entry', rows: 'entries', file: 'tax-entries' },
} as const satisfies Record<string, List>

export type ListName = keyof typeof lists

export const listOf = (name: ListName): List => lists[name]

/** The names of the lists of which these people save views. */
export const listsWithViewsOf = (kind: NonNullable<List['views']>[number]): string[] =>
  Object.entries<List>(lists).flatMap(([name, { views, viewsAs = name }]) => (views?.includes(kind) ? [viewsAs] : []))
