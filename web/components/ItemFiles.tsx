// The print files of an order or a job, item by item: findings and previews.

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Order } from '../api.ts'
import { Failure } from './Failure.tsx'
import { neverMade } from './neverMade.ts'
import { RowsSkeleton } from './Page.tsx'
import { notReadYet, type PrintFile, PrintFiles } from './PrintFiles.tsx'
import { Section } from './Section.tsx'

/** A query for files, as far as it is needed here. */
type Files = {
  data: { items: { sku: string; files: PrintFile[] }[] } | undefined
  isPending: boolean
  error: Error | null
  refetch(): unknown
}

/** The text for a file that was not read; for an order that is over, it never will be. */
export const unreadIn = (status: Order['status']): string => (neverMade(status) ? 'Was not read' : notReadYet)

type Props = {
  files: Files
  unread?: string
  /** What is shown where a file of this product has a problem. */
  helpOf?: (sku: string) => ReactNode
}

export function ItemFiles({ files, unread = notReadYet, helpOf }: Props) {
  const items = files.data?.items.filter(item => item.files.length > 0) ?? []
  return (
    <Section title="Files">
      {files.isPending ? <RowsSkeleton rows={2} /> : null}
      {files.error ? <Failure error={files.error} retry={() => files.refetch()} /> : null}
      {files.data && items.length === 0 ? (
        <Text size="sm" c="dimmed">
          No file was read, so there are no pictures and findings.
        </Text>
      ) : null}
      {items.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name and never move
        <div key={i}>
          {items.length > 1 ? (
            <Text size="sm" c="dimmed" mb={4} mt={i === 0 ? 0 : 'md'} className="wrap">
              {item.sku}
            </Text>
          ) : null}
          <PrintFiles files={item.files} unread={unread} help={helpOf?.(item.sku)} />
        </div>
      ))}
    </Section>
  )
}
