import { Alert, Badge, Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CirclePause, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { api, ask } from '../../../api.ts'
import type { RemovedPrinter, StaffPrinter } from '../../../apiTypes.ts'
import { Facts } from '../../../components/Facts.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { Meter } from '../../../components/Meter.tsx'
import { RowsSkeleton } from '../../../components/Page.tsx'
import { ReasonDialog } from '../../../components/ReasonDialog.tsx'
import { Section } from '../../../components/Section.tsx'
import { said } from '../../../components/toast.ts'
import { Ago, number, plural } from '../../../components/Values.tsx'
import { useAct } from '../../../shell/act.ts'

const everyMs = 30_000

export function Health() {
  const printers = useQuery({
    queryKey: ['staff', 'printers'],
    queryFn: () => ask(api.GET('/staff/printers')),
    refetchInterval: everyMs,
  })
  if (printers.isPending) return <RowsSkeleton rows={4} />
  if (printers.error) return <Failure error={printers.error} retry={() => printers.refetch()} />
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
  <Alert color="orange" variant="light" mb="md" icon={<TriangleAlert size={18} />} title="No longer in printers.json">
    {printers.map(({ name, openJobs, alarms }) => (
      <Text key={name} size="sm">
        {name} has {plural(openJobs, 'open job')}
        {alarms === 0 ? '' : `, ${plural(alarms, 'silent one')}`}.
      </Text>
    ))}
    <Text size="sm" mt={4}>
      Nobody works on these jobs now. Record what the printer says on the page of each order, or move the job to another
      printer there. Silent jobs are listed in the next tab.
    </Text>
  </Alert>
)

function Card({ printer }: { printer: StaffPrinter }) {
  const { name, adapter, heldAt, heldBy, holdReason, failingSince, lastFailure, heardAt, day, copiesPerDay } = printer
  const [isAsking, setAsking] = useState(false)
  return (
    <Section
      title={name}
      about={`${adapter}, priority ${printer.priority}`}
      actions={
        <Group gap="xs">
          <Standing printer={printer} />
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {heldAt === null ? 'Hold' : 'Release'}
          </Button>
        </Group>
      }
    >
      {heldAt === null ? null : (
        <Alert color="orange" variant="light" mb="sm" icon={<CirclePause size={18} />} title="On hold">
          <Text size="sm" className="wrap">
            <Ago at={heldAt} /> by {heldBy}
            {holdReason === null ? '' : `: ${holdReason}`}
          </Text>
        </Alert>
      )}
      {failingSince === null ? null : (
        <Alert color="red" variant="light" mb="sm" icon={<TriangleAlert size={18} />} title="Cannot be reached">
          <Text size="sm" className="wrap">
            since <Ago at={failingSince} />
            {lastFailure === null ? '' : `: ${lastFailure}`}
          </Text>
        </Alert>
      )}
      <Facts
        facts={[
          ['Last heard', heardAt === null ? 'Never' : <Ago key="h" at={heardAt} />],
          ['Open jobs', number(printer.openJobs)],
          ['Not yet handed over', number(printer.unsubmitted)],
          ['Silent jobs', number(printer.alarms)],
          [
            'Given today',
            `${plural(day.copies, 'copy', 'copies')} in ${plural(day.jobs, 'job')}${copiesPerDay === null ? '' : ` of ${number(copiesPerDay)} copies`}`,
          ],
        ]}
      />
      {copiesPerDay === null ? null : (
        <div style={{ marginTop: 8 }}>
          <Meter
            label={`Copies given to ${name} today`}
            value={day.copies}
            of={copiesPerDay}
            tone={day.copies >= copiesPerDay ? 'full' : 'calm'}
          />
        </div>
      )}
      {isAsking ? <Hold printer={printer} close={() => setAsking(false)} /> : null}
    </Section>
  )
}

function Standing({ printer: { heldAt, failingSince, alarms } }: { printer: StaffPrinter }) {
  const [color, label] =
    failingSince !== null
      ? ['red', 'unreachable']
      : heldAt !== null
        ? ['orange', 'on hold']
        : alarms > 0
          ? ['orange', plural(alarms, 'silent job')]
          : ['teal', 'working']
  return (
    <Badge variant="light" color={color} radius="sm">
      {label}
    </Badge>
  )
}

function Hold({ printer: { name, heldAt }, close }: { printer: StaffPrinter; close: () => void }) {
  const queries = useQueryClient()
  const isHeld = heldAt !== null
  const act = useAct({
    mutationFn: (reason: string) => {
      const call = { params: { path: { name } }, body: { reason } }
      return isHeld
        ? ask(api.POST('/staff/printers/{name}/release', call))
        : ask(api.POST('/staff/printers/{name}/hold', call))
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['staff'] })
      said(isHeld ? `Released: ${name} gets jobs again` : `On hold: ${name} gets no new jobs`)
      close()
    },
  })
  return (
    <ReasonDialog
      title={isHeld ? `Release ${name}` : `Hold ${name}`}
      text={
        isHeld
          ? 'Jobs that waited for it are submitted at once.'
          : 'It gets no new jobs for now; other printers get its orders if they can make them. It keeps the jobs that it already has.'
      }
      yes={isHeld ? 'Release' : 'Hold'}
      readBy="For your colleagues and the audit log."
      error={act.error}
      isPending={act.isPending}
      act={reason => act.mutate(reason)}
      close={close}
    />
  )
}
