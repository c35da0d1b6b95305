// The print files of an order as they were read: what was found, and how they look.

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, ask, type Mode } from '../../api.ts'
import { Failure } from '../../components/Failure.tsx'
import { RowsSkeleton } from '../../components/Page.tsx'
import { PrintFiles } from '../../components/PrintFiles.tsx'
import { Section } from '../../components/Section.tsx'

export function OrderFiles({ mode, customerOrderId }: { mode: Mode; customerOrderId: string }) {
  const files = useQuery({
    queryKey: [mode, 'order', customerOrderId, 'files'],
    queryFn: () =>
      ask(
        api.GET('/dashboard/api/{mode}/orders/{customerOrderId}/files', {
          params: { path: { mode, customerOrderId } },
        }),
      ),
  })
  const items = files.data?.items.filter(item => item.files.length > 0) ?? []
  return (
    <Section title="Files">
      {files.isPending ? <RowsSkeleton rows={2} /> : null}
      {files.error ? <Failure error={files.error} retry={() => files.refetch()} /> : null}
      {files.data && items.length === 0 ? (
        <Text size="sm" c="dimmed">
          No file was read. Pictures and findings stand here once one was.
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
          <PrintFiles files={item.files} />
        </div>
      ))}
    </Section>
  )
}
