// Today's work: what must leave first comes first.

import { Alert, Badge, Button, Checkbox, Group, NativeSelect, Paper, Text } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bell, BellOff, CircleCheck, Layers, Printer } from 'lucide-react'
import { useState } from 'react'
import { api, ask } from '../../../api.ts'
import type { PrintJob } from '../../../apiTypes.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { GoTo } from '../../../components/GoTo.tsx'
import { More } from '../../../components/More.tsx'
import { PageFrame, RowsSkeleton } from '../../../components/Page.tsx'
import { Status } from '../../../components/Status.tsx'
import { failed, said } from '../../../components/toast.ts'
import { capital, Day, dayText, number, plural } from '../../../components/Values.tsx'
import { chime, useSound } from '../../../shell/Asked.tsx'
import { useAct } from '../../../shell/act.ts'
import { useFilters } from '../../../shell/mode.ts'
import { Find } from './Find.tsx'
import classes from './Jobs.module.css'
import {
  booksOf,
  byDueDay,
  copiesOf,
  type DueGroup,
  dayFromToday,
  daysLate,
  dueOf,
  isToAccept,
  statusWords,
} from './words.ts'

const stages = [
  { value: 'open', label: 'All open jobs', status: 'open' },
  { value: 'accept', label: 'To accept', status: 'NEW,RECEIVED' },
  { value: 'print', label: 'To print', status: 'ACCEPTED' },
  { value: 'ship', label: 'Printed, to ship', status: 'PRINTED' },
]
const days = [
  { value: '', label: 'Any day' },
  { value: '0', label: 'Due today or late' },
  { value: '1', label: 'Due by tomorrow' },
  { value: '7', label: 'Due within a week' },
]
const perPage = 200

export function Page() {
  const [{ stage, due, sku, shipping, show }, setFilters] = useFilters()
  const status = stages.find(one => one.value === stage)?.status ?? 'open'
  const query = {
    status,
    limit: perPage,
    ...(due === undefined ? {} : { dueBy: dayFromToday(Number(due)) }),
    ...(sku === undefined ? {} : { manufacturingSku: sku }),
    ...(shipping === undefined ? {} : { shippingClassification: shipping }),
    ...(show === 'asked' ? { cancellationRequested: true } : {}),
  }
  const jobs = useInfiniteQuery({
    queryKey: ['press', 'jobs', query],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/press/jobs', {
          params: { query: { ...query, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: before => before,
  })
  const rows = jobs.data?.pages.flatMap(page => page.jobs) ?? []
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const acceptable = rows.filter(mayBulk)
  const chosen = acceptable.filter(({ jobId }) => picked.has(jobId))
  const isFiltered = [stage, due, sku, shipping, show].some(one => one !== undefined)
  const pick = (jobs: PrintJob[], isPicked: boolean) =>
    setPicked(before => {
      const after = new Set(before)
      for (const { jobId } of jobs) {
        if (isPicked) after.add(jobId)
        else after.delete(jobId)
      }
      return after
    })

  return (
    <PageFrame
      title="Jobs"
      about={
        jobs.data
          ? `${plural(rows.length, 'job')}${jobs.hasNextPage ? ' and more' : ''}, ${plural(sumOf(rows), 'copy', 'copies')}`
          : undefined
      }
      actions={<SoundSwitch />}
    >
      <Find />
      <div className={classes.filters}>
        <NativeSelect
          aria-label="Stage"
          data={stages}
          value={stages.find(one => one.value === stage)?.value ?? 'open'}
          onChange={({ currentTarget: { value } }) => setFilters({ stage: value === 'open' ? undefined : value })}
          size="md"
        />
        <NativeSelect
          aria-label="Due"
          data={days}
          value={days.find(one => one.value === due)?.value ?? ''}
          onChange={event => setFilters({ due: event.currentTarget.value })}
          size="md"
        />
        <NativeSelect
          aria-label="Book"
          data={choices(
            'Any book',
            rows.flatMap(({ items }) => items.map(item => item.manufacturingSku)),
            sku,
          )}
          value={sku ?? ''}
          onChange={event => setFilters({ sku: event.currentTarget.value })}
          size="md"
        />
        <NativeSelect
          aria-label="Shipping class"
          data={choices(
            'Any shipping',
            rows.map(job => job.shippingClassification),
            shipping,
          )}
          value={shipping ?? ''}
          onChange={event => setFilters({ shipping: event.currentTarget.value })}
          size="md"
        />
      </div>
      {show === 'asked' ? (
        <Alert color="red" variant="light" mb="md">
          Only jobs whose customers want to cancel are shown.{' '}
          <GoTo to="/jobs" inherit underline="always">
            Show all jobs
          </GoTo>
        </Alert>
      ) : null}
      {jobs.isPending ? <RowsSkeleton /> : null}
      {jobs.error ? <Failure error={jobs.error} retry={() => jobs.refetch()} /> : null}
      {jobs.data && rows.length === 0 && isFiltered ? (
        <Empty
          icon={CircleCheck}
          title="No matching open jobs"
          action={
            <Button
              variant="default"
              size="md"
              onClick={() =>
                setFilters({ stage: undefined, due: undefined, sku: undefined, shipping: undefined, show: undefined })
              }
            >
              Show all open jobs
            </Button>
          }
        >
          No job has this stage, date, book and shipping class.
        </Empty>
      ) : null}
      {jobs.data && rows.length === 0 && !isFiltered ? (
        <Empty icon={Printer} title="Nothing to print">
          Jobs appear here automatically, two hours after their order was paid. There is no need to reload the page.
        </Empty>
      ) : null}
      {byDueDay(rows).map(group => (
        <section key={group.name} aria-label={group.name}>
          <Head group={group} picked={picked} pick={pick} />
          <Paper style={{ overflow: 'hidden' }}>
            {group.jobs.map(job => (
              <Row key={job.jobId} job={job} isPicked={picked.has(job.jobId)} pick={pick} />
            ))}
          </Paper>
        </section>
      ))}
      <More of={jobs} />
      {chosen.length > 0 ? <Picked jobs={chosen} done={() => setPicked(new Set())} /> : null}
    </PageFrame>
  )
}

const sumOf = (jobs: PrintJob[]) => jobs.reduce((sum, job) => sum + copiesOf(job), 0)

/** An enterprise job needs its own prices. */
const mayBulk = (job: PrintJob) => isToAccept(job) && !job.enterprise && !job.cancellationRequested

const choices = (any: string, values: string[], chosen: string | undefined) => [
  { value: '', label: any },
  ...[...new Set(chosen === undefined ? values : [...values, chosen])]
    .sort()
    .map(value => ({ value, label: capital(value) })),
]

type Pick = (jobs: PrintJob[], isPicked: boolean) => void

type HeadProps = { group: DueGroup; picked: ReadonlySet<string>; pick: Pick }

function Head({ group: { name, isLate, jobs }, picked, pick }: HeadProps) {
  const acceptable = jobs.filter(mayBulk)
  const chosen = acceptable.filter(({ jobId }) => picked.has(jobId))
  return (
    <div className={classes.head} data-late={isLate || undefined}>
      <Text component="h2" fw={600}>
        {name}
      </Text>
      <Text size="sm" c={isLate ? 'inherit' : 'dimmed'}>
        {plural(jobs.length, 'job')}, {plural(sumOf(jobs), 'copy', 'copies')}
      </Text>
      {acceptable.length > 1 ? (
        <Checkbox
          size="md"
          className={classes.all}
          label={`Select all ${number(acceptable.length)} to accept`}
          checked={chosen.length === acceptable.length}
          indeterminate={chosen.length > 0 && chosen.length < acceptable.length}
          onChange={event => pick(acceptable, event.currentTarget.checked)}
        />
      ) : null}
    </div>
  )
}

type RowProps = { job: PrintJob; isPicked: boolean; pick: Pick }

function Row({ job, isPicked, pick }: RowProps) {
  const { jobId, customerOrderId, status, cancellationRequested, shippingClassification } = job
  const [first, second, ...others] = booksOf(job)
  const { label, tone } = statusWords[status]
  return (
    <div className={classes.row} data-asked={cancellationRequested || undefined}>
      <span className={classes.box}>
        {mayBulk(job) ? (
          <Checkbox
            size="md"
            aria-label={`Select ${customerOrderId}`}
            checked={isPicked}
            onChange={event => pick([job], event.currentTarget.checked)}
          />
        ) : null}
      </span>
      <div className={classes.name}>
        <GoTo to={`/jobs/${jobId}`} className={classes.order}>
          {customerOrderId}
        </GoTo>
        <Group gap={6} mt={2}>
          {cancellationRequested ? (
            <Badge color="red" variant="filled" radius="sm">
              Wants to cancel
            </Badge>
          ) : (
            <Status label={label} tone={tone} />
          )}
          {job.enterprise ? (
            <Badge variant="light" radius="sm" color="gray">
              Your prices
            </Badge>
          ) : null}
        </Group>
      </div>
      <div className={classes.books}>
        <Text size="sm" className="wrap">
          {first}
        </Text>
        {second === undefined ? null : (
          <Text size="sm" className="wrap">
            {second}
            {others.length === 0 ? null : (
              <Text span inherit c="dimmed" className="whole">
                {' '}
                and {plural(others.length, 'more book')}
              </Text>
            )}
          </Text>
        )}
      </div>
      <Text size="sm" c="dimmed" className={classes.due}>
        <Due day={dueOf(job)} /> <span>{capital(shippingClassification)}</span>
      </Text>
      <div className={classes.acts}>
        <Next job={job} />
      </div>
    </div>
  )
}

function Due({ day }: { day: string | null }) {
  if (day === null) return <span>No date</span>
  const late = daysLate(day)
  if (late <= 0) return <Day day={day} />
  return (
    <time dateTime={day} title={dayText(day)} className={classes.late}>
      {plural(late, 'day')} late
    </time>
  )
}

/**
 * The next act on a job, without opening it when nothing needs to be read or typed. Buttons have keys, so that none
 * takes the place of another under a finger or the focus.
 */
function Next({ job }: { job: PrintJob }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { jobId, customerOrderId } = job
  const path = { jobId }
  const tell = useAct({
    mutationFn: (act: 'accept' | 'printed') =>
      act === 'accept'
        ? ask(api.POST('/press/jobs/{jobId}/accept', { params: { path }, body: {} }))
        : ask(api.POST('/press/jobs/{jobId}/printed', { params: { path } })),
    onSuccess(_job, act) {
      said(`${customerOrderId} ${act === 'accept' ? 'accepted' : 'printed'}`)
      return queries.invalidateQueries({ queryKey: ['press'] })
    },
    onError: failed('The message was not accepted'),
  })
  const open = (act?: string) =>
    void navigate({ to: `/jobs/${jobId}` as never, search: (act === undefined ? {} : { act }) as never })
  if (job.cancellationRequested) {
    return (
      <Button size="md" color="red" onClick={() => open()} aria-label={`Decide on ${customerOrderId}`}>
        Decide
      </Button>
    )
  }
  if (isToAccept(job)) {
    return (
      <Button
        key="accept"
        size="md"
        variant="light"
        loading={tell.isPending}
        onClick={() => (job.enterprise ? open('accept') : tell.mutate('accept'))}
        aria-label={`Accept ${customerOrderId}`}
      >
        Accept
      </Button>
    )
  }
  return (
    <>
      {job.status === 'ACCEPTED' ? (
        <Button
          key="printed"
          size="md"
          variant="default"
          loading={tell.isPending}
          onClick={() => tell.mutate('printed')}
          aria-label={`Mark as printed: ${customerOrderId}`}
        >
          Mark as printed
        </Button>
      ) : null}
      <Button size="md" variant="light" onClick={() => open('ship')} aria-label={`Ship ${customerOrderId}`}>
        Ship
      </Button>
    </>
  )
}

function Picked({ jobs, done }: { jobs: PrintJob[]; done: () => void }) {
  const queries = useQueryClient()
  const accept = useAct({
    mutationFn: () => ask(api.POST('/press/jobs/accept', { body: { jobIds: jobs.map(({ jobId }) => jobId) } })),
    onSuccess({ results }) {
      const refused = results.filter(({ accepted }) => !accepted)
      said(`${plural(results.length - refused.length, 'job')} accepted`)
      for (const { jobId, detail } of refused) {
        const name = jobs.find(job => job.jobId === jobId)?.customerOrderId ?? jobId
        failed(`${name} was not accepted`)(new Error(detail ?? ''))
      }
      done()
      void queries.invalidateQueries({ queryKey: ['press'] })
    },
    onError: failed('The jobs were not accepted'),
  })
  return (
    <div className={classes.picked}>
      <Group gap="xs">
        <Layers size={18} aria-hidden />
        <Text fw={500}>
          {plural(jobs.length, 'job')}, {plural(sumOf(jobs), 'copy', 'copies')}
        </Text>
      </Group>
      <Group gap="xs">
        <Button size="md" variant="default" onClick={done}>
          Clear selection
        </Button>
        <Button size="md" onClick={() => accept.mutate(undefined)} loading={accept.isPending}>
          Accept {number(jobs.length)}
        </Button>
      </Group>
    </div>
  )
}

function SoundSwitch() {
  const [sound, setSound] = useSound()
  const isOn = sound === 'on'
  return (
    <Button
      size="md"
      h={44}
      variant="default"
      aria-pressed={isOn}
      leftSection={isOn ? <Bell size={16} /> : <BellOff size={16} />}
      onClick={() => {
        setSound(isOn ? 'off' : 'on')
        if (!isOn) chime()
      }}
    >
      {isOn ? 'Alert sound: on' : 'Alert sound: off'}
    </Button>
  )
}
