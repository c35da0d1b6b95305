// The print files of a book, each beside its preview with trim lines and findings.

import { Button, Group, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api, type ResponseBody } from '../../../api.ts'
import type { PrintJob } from '../../../apiTypes.ts'
import { brand } from '../../../brand.ts'
import { PrintFiles } from '../../../components/books/PrintFiles.tsx'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { useOnline } from '../../../components/feedback/online.ts'
import { RowsSkeleton } from '../../../components/layout/Page.tsx'
import { t } from '../../../language.ts'
import classes from './Job.module.css'

type Item = PrintJob['items'][number]
type JobFiles = UseQueryResult<ResponseBody<'/press/jobs/{jobId}/files'>>

export const useJobFiles = (jobId: string): JobFiles =>
  useQuery({
    queryKey: ['press', 'job', jobId, 'files'],
    queryFn: () => api.GET('/press/jobs/{jobId}/files', { params: { path: { jobId } } }),
  })

const parts = ['cover', 'guts'] as const

type Props = { jobId: string; item: Item; place: number; files: JobFiles }

/** A file that was never checked has no preview, but can be downloaded. */
export function BookFiles({ jobId, item, place, files }: Props) {
  if (files.isPending) return <RowsSkeleton rows={2} />
  const checked = files.data?.items[place]?.files ?? []
  const unchecked = parts.filter(part => !checked.some(file => file.part === part))
  return (
    <>
      {files.error ? <Failure error={files.error} retry={() => files.refetch()} /> : null}
      {checked.length > 0 ? (
        <PrintFiles
          files={checked}
          book={`/jobs/${jobId}/books/${place}`}
          actions={({ part }) => <File item={item} part={part} />}
        />
      ) : null}
      {unchecked.length > 0 ? (
        <Group gap="sm" mt={checked.length > 0 ? 'md' : 0}>
          {unchecked.map(part => (
            <File key={part} item={item} part={part} />
          ))}
        </Group>
      ) : null}
    </>
  )
}

const texts = {
  cover: {
    missing: t('No cover file'),
    offline: t('The cover file can be downloaded when you’re back online.'),
    download: t('Download cover'),
  },
  guts: {
    missing: t('No pages file'),
    offline: t('The pages file can be downloaded when you’re back online.'),
    download: t('Download pages'),
  },
}

/**
 * Exactly the bytes that were checked, if they are stored; otherwise the customer's address, whose content may have
 * changed.
 */
function File({ item: { links, files }, part }: { item: Item; part: (typeof parts)[number] }) {
  const isOnline = useOnline()
  const stored = links[part]
  const url = stored ?? files[part]?.url
  if (url === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {texts[part].missing}
      </Text>
    )
  }
  if (!isOnline) {
    return (
      <Text size="sm" c="dimmed">
        {texts[part].offline}
      </Text>
    )
  }
  return (
    <Button
      component="a"
      href={url}
      {...(stored === null ? externalLink : { download: true })}
      size="md"
      variant="default"
      className={classes.download}
      leftSection={<Download size={16} />}
    >
      {texts[part].download}
    </Button>
  )
}

const externalLink = {
  target: '_blank',
  rel: 'noreferrer noopener',
  title: t('Not stored in {name}. Opens the customer’s URL.', { name: brand.name }),
}
