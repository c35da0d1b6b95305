import { Alert, Badge, Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CirclePause, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api.ts'
import type { RemovedPrinter, StaffPrinter } from '../../../apiTypes.ts'
import { brand } from '../../../brand.ts'
import { Meter } from '../../../components/charts/Meter.tsx'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { Details } from '../../../components/layout/Details.tsx'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { number, RelativeTime } from '../../../components/layout/Values.tsx'
import { rich, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { useMay } from '../../../shell/session/session.ts'

const refetchMs = 30_000

export function Health() {
  const printers = useQuery({
    queryKey: ['staff', 'printers'],
    queryFn: () => api.GET('/staff/printers'),
    refetchInterval: refetchMs,
  })
  if (printers.isPending || printers.error) return <LoadState of={printers} rows={4} />
  const { removed } = printers.data
  return (
    <>
      {removed.length === 0 ? null : <Removed printers={removed} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" verticalSpacing={0}>
        {printers.data.printers.map(printer => (
          <Card key={printer.name} printer={printer} />
        ))}
      </SimpleGrid>
    </>
  )
}

const Removed = ({ printers }: { printers: RemovedPrinter[] }) => (
  <Alert color="orange" mb="md" icon={<TriangleAlert size={18} />} title={t('Removed printers with open jobs')}>
    {printers.map(({ name, openJobs, alarms }) => (
      <Text key={name} size="sm">
        {t(
          '{name} has {jobs, plural, one {# open job} other {# open jobs}}{updates, plural, =0 {} one {, # overdue update} other {, # overdue updates}}.',
          { name, jobs: openJobs, updates: alarms },
        )}
      </Text>
    ))}
    <Text size="sm" mt={4}>
      {t(
        '{product} no longer updates these jobs. On each order’s page, record the printer’s response or move the job to another printer. Overdue printer updates are listed in the next tab.',
        { product: brand.name },
      )}
    </Text>
  </Alert>
)

function Card({ printer }: { printer: StaffPrinter }) {
  const { name, title, adapter, heldAt, heldBy, holdReason, failingSince, lastFailure, heardAt, day, copiesPerDay } =
    printer
  const [isDialogOpen, setDialogOpen] = useState(false)
  const mayPause = useMay('printing')
  return (
    <Section
      title={title ?? name}
      about={t('{adapter}, priority {priority}', { adapter, priority: number(printer.priority) })}
      actions={
        <Group gap="xs">
          <StatusBadge printer={printer} />
          {mayPause ? (
            <Button size="xs" variant="default" onClick={() => setDialogOpen(true)}>
              {heldAt === null ? t('Pause') : t('Resume [[printer]]')}{' '}
            </Button>
          ) : null}
        </Group>
      }
    >
      {heldAt === null ? null : (
        <Alert color="orange" mb="sm" icon={<CirclePause size={18} />} title={t('Paused')}>
          <Text size="sm" className="wrap">
            {rich('{time} by {name}', { time: <RelativeTime at={heldAt} />, name: heldBy ?? '–' })}
            {holdReason === null ? '' : `: ${holdReason}`}
          </Text>
        </Alert>
      )}
      {failingSince === null ? null : (
        <Alert color="red" mb="sm" icon={<TriangleAlert size={18} />} title={t('Unreachable')}>
          <Text size="sm" className="wrap">
            {rich('Since {time}', { time: <RelativeTime at={failingSince} /> })}
            {lastFailure === null ? '' : `: ${lastFailure}`}
          </Text>
        </Alert>
      )}
      <Details
        rows={[
          [t('Last contact'), heardAt === null ? t('Never') : <RelativeTime key="h" at={heardAt} />],
          [t('Open jobs'), number(printer.openJobs)],
          [t('Not yet delivered'), number(printer.unsubmitted)],
          [t('Overdue updates'), number(printer.alarms)],
          [t('Binding codes'), printer.bindingCodes ? t('On') : t('Off')],
          [
            t('Assigned today'),
            copiesPerDay === null
              ? t('{copies, plural, one {# copy} other {# copies}} in {jobs, plural, one {# job} other {# jobs}}', {
                  copies: day.copies,
                  jobs: day.jobs,
                })
              : t(
                  '{copies, plural, one {# copy} other {# copies}} in {jobs, plural, one {# job} other {# jobs}} of {limit} copies',
                  { copies: day.copies, jobs: day.jobs, limit: number(copiesPerDay) },
                ),
          ],
        ]}
      />
      {copiesPerDay === null ? null : (
        <div style={{ marginTop: 8 }}>
          <Meter
            label={t('Copies assigned to {name} today', { name })}
            value={day.copies}
            of={copiesPerDay}
            tone={day.copies >= copiesPerDay ? 'full' : 'calm'}
          />
        </div>
      )}
      {isDialogOpen ? <PauseDialog printer={printer} close={() => setDialogOpen(false)} /> : null}
    </Section>
  )
}

function StatusBadge({ printer: { heldAt, failingSince, alarms } }: { printer: StaffPrinter }) {
  const [color, label] =
    failingSince !== null
      ? ['red', t('Unreachable')]
      : heldAt !== null
        ? ['orange', t('Paused')]
        : alarms > 0
          ? ['orange', t('{count, plural, one {# overdue update} other {# overdue updates}}', { count: alarms })]
          : ['teal', t('Working')]
  return <Badge color={color}>{label}</Badge>
}

function PauseDialog({ printer: { name, heldAt }, close }: { printer: StaffPrinter; close: () => void }) {
  const isPaused = heldAt !== null
  const act = useAction({
    mutationFn: (reason: string) => {
      const call = { params: { path: { name } }, body: { reason } }
      return isPaused ? api.POST('/staff/printers/{name}/release', call) : api.POST('/staff/printers/{name}/hold', call)
    },
    refetch: ['staff'],
    done: () => t(isPaused ? '{name} resumed' : '{name} paused', { name }),
    close,
  })
  return (
    <ReasonDialog
      title={t(isPaused ? 'Resume {name}' : 'Pause {name}', { name })}
      text={
        isPaused
          ? t('Waiting jobs are sent to this printer right away.')
          : t(
              'This printer gets no new jobs. Other printers take over if they can print the orders. Jobs it already has are not affected.',
            )
      }
      confirmLabel={isPaused ? t('Resume printer') : t('Pause printer')}
      reasonHint={t('Visible to staff and recorded in the audit log.')}
      action={act}
      close={close}
    />
  )
}
