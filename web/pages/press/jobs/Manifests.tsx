// The manifests that the driver scans when the parcels of the day are collected.

import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import { useEffect } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { number, RelativeTime } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { sendAll } from '../../../shell/offline/queuedActs.ts'

type Manifest = ResponseBody<'/press/manifests'>['manifests'][number]

const key = ['press', 'manifests'] as const
const refetchMs = 3000

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
  if (status === 'requested') return <Waiting />
  return (
    <Text span inherit c="red" className="wrap">
      {problem}
    </Text>
  )
}

function Waiting() {
  const queries = useQueryClient()
  useEffect(() => {
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: key }), refetchMs)
    return () => clearInterval(timer)
  }, [queries])
  return (
    <Text span inherit c="dimmed">
      {t('Waiting for the carrier')}
    </Text>
  )
}

export function Manifests() {
  const queries = useQueryClient()
  const make = useAction({
    async mutationFn() {
      // Also the shipments that can be taken back for some seconds.
      await sendAll()
      return api.POST('/press/manifests', { body: {} })
    },
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
      note={() => (
        <Stack gap="sm" mb="md" align="flex-start">
          <FormError error={make.error} />
          {make.data === undefined || make.data.olderParcels === 0 ? null : (
            <Alert color="orange" role="status">
              {t(
                '{count, plural, one {# parcel is on no manifest: its label was} other {# parcels are on no manifest: their labels were}} not bought today. The driver scans each of them.',
                { count: make.data.olderParcels },
              )}
            </Alert>
          )}
          <Button size="md" loading={make.isPending} onClick={() => make.mutate()}>
            {t('Make manifest')}
          </Button>
        </Stack>
      )}
    />
  )
}
