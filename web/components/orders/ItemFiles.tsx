// The print files of an order or a job, item by item: findings and previews.

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Order } from '../../api.ts'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { t } from '../../language.ts'
import { notCheckedYet, type PrintFile, PrintFiles } from '../books/PrintFiles.tsx'
import { Section } from '../layout/Section.tsx'
import { endedUnprinted } from './unprinted.ts'

/** The part of a query for files that is needed here. */
type Files = {
  data: { items: { sku: string; files: PrintFile[] }[] } | undefined
  isPending: boolean
  error: Error | null
  refetch(): unknown
}

/** The text for a file that was not checked. The files of an ended order are never checked. */
export const uncheckedTextFor = (status: Order['status']): string =>
  endedUnprinted(status) ? t('Not checked') : notCheckedYet

type Props = {
  files: Files
  /** Of each item in turn. */
  names: string[]
  unread?: string
  /** Shown below a file of this product that has a problem. */
  helpOf?: (sku: string) => ReactNode
  /** The path of the screen with all pages of an item. */
  bookOf(item: number): string
}

export function ItemFiles({ files, names, unread = notCheckedYet, helpOf, bookOf }: Props) {
  const all = files.data?.items.map((item, i) => ({ ...item, name: names[i], book: bookOf(i) })) ?? []
  const items = all.filter(item => item.files.length > 0)
  return (
    <Section title={t('Files')}>
      <LoadState of={files} rows={2} />
      {files.data && items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('No files have been checked yet.')}
        </Text>
      ) : null}
      {items.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name and never move
        <div key={i}>
          {items.length > 1 ? (
            <Text size="sm" c="dimmed" mb={4} mt={i === 0 ? 0 : 'md'} className="wrap">
              {item.name}
            </Text>
          ) : null}
          <PrintFiles files={item.files} book={item.book} uncheckedText={unread} help={helpOf?.(item.sku)} />
        </div>
      ))}
    </Section>
  )
}
