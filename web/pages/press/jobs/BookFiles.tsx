// The print files of a book, each beside its preview with trim lines and findings.

import { Button, Group, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type Answer, api, ask } from '../../../api.ts'
import type { PrintJob } from '../../../apiTypes.ts'
import { Failure } from '../../../components/Failure.tsx'
import { RowsSkeleton } from '../../../components/Page.tsx'
import { PrintFiles } from '../../../components/PrintFiles.tsx'
import classes from './Job.module.css'

type Item = PrintJob['items'][number]
type JobFiles = UseQueryResult<Answer<'/press/jobs/{jobId}/files'>>

export const useJobFiles = (jobId: string): JobFiles =>
  useQuery({
    queryKey: ['press', 'job', jobId, 'files'],
    queryFn: () => ask(api.GET('/press/jobs/{jobId}/files', { params: { path: { jobId } } })),
  })

const parts = ['cover', 'guts'] as const

/** A file that was never read has no preview, and can be fetched all the same. */
export function BookFiles({ item, place, files }: { item: Item; place: number; files: JobFiles }) {
  if (files.isPending) return <RowsSkeleton rows={2} />
  const shown = files.data?.items[place]?.files ?? []
  const others = parts.filter(part => !shown.some(file => file.part === part))
  return (
    <>
      {files.error ? <Failure error={files.error} retry={() => files.refetch()} /> : null}
      {shown.length > 0 ? <PrintFiles files={shown} actions={({ part }) => <File item={item} part={part} />} /> : null}
      {others.length > 0 ? (
        <Group gap="sm" mt={shown.length > 0 ? 'md' : 0}>
          {others.map(part => (
            <File key={part} item={item} part={part} />
          ))}
        </Group>
      ) : null}
    </>
  )
}

const names = { cover: 'cover', guts: 'pages' } as const

/**
 * Exactly the bytes that were checked, if they are stored; otherwise the customer's address, whose content may have
 * changed.
 */
function File({ item: { links, files }, part }: { item: Item; part: (typeof parts)[number] }) {
  const stored = links[part]
  const url = stored ?? files[part]?.url
  if (url === undefined) {
    return (
      <Text size="sm" c="dimmed">
        No file for the {names[part]}
      </Text>
    )
  }
  return (
    <Button
      component="a"
      href={url}
      {...(stored === null ? elsewhere : { download: true })}
      size="md"
      variant="default"
      className={classes.fetch}
      leftSection={<Download size={16} />}
    >
      Download the {names[part]}
    </Button>
  )
}

const elsewhere = {
  target: '_blank',
  rel: 'noreferrer noopener',
  title: 'Not stored here: this is the customer’s own address',
}
