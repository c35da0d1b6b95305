// The manifests that the driver scans when the parcels of the day are collected.

import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import { api, type ResponseBody } from '../../../api.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { number, RelativeTime } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'

type Manifest = ResponseBody<'/press/manifests'>['manifests'][number]

const key = ['press', 'manifests'] as const

const columns: Column<Manifest>[] = [
  { title: t('Made'), cell: manifest => <RelativeTime at={manifest.requestedAt} /> },
  { title: t('Carrier'), cell: manifest => manifest.carrier },
  { title: t('Printer'), cell: manifest => manifest.printer, wideOnly: true },
  { title: t('Parcels'), cell: manifest => number(manifest.parcels) },
  { title: t('Manifest'), cell: manifest => <File manifest={manifest} /> },
]

function File({ manifest: { manifestId, status, problem } }: { manifest: Manifest }) {
  if (status === 'made')
    return (
      <Button size="sm" variant="default" component="a" href={`/press/manifests/${manifestId}/file`} download>
        {t('Download')}
      </Button>
    )
  return (
    <Text span inherit c={status === 'failed' ? 'red' : 'dimmed'} className="wrap">
      {status === 'failed' ? problem : t('Waiting for the carrier')}
    </Text>
  )
}

export function Manifests() {
  const queries = useQueryClient()
  const make = useAction({
    mutationFn: () => api.POST('/press/manifests', { body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  return (
    <ListScreen
      of={pagesOf([...key], {}, query => api.GET('/press/manifests', { params: { query } }))}
      rowsOf={page => page.manifests}
      label={t('Manifests')}
      columns={columns}
      keyOf={({ manifestId }) => manifestId}
      empty={{
        icon: ClipboardList,
        title: t('No manifests yet'),
        text: t('A manifest lists the parcels that have shipped, so that the driver scans one code for all.'),
      }}
      above={
        <Stack gap="sm" mb="md" align="flex-start">
          <FormError error={make.error} />
          <Button size="md" loading={make.isPending} onClick={() => make.mutate()}>
            {t('Make manifest')}
          </Button>
        </Stack>
      }
    />
  )
}
