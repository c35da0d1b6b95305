// The open jobs, in the order in which they must ship.

import { Alert, Badge, Button, Checkbox, Group, NativeSelect, Paper, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bell, BellOff, CircleCheck, FolderDown, Monitor, Printer, Tickets } from 'lucide-react'
import { useState } from 'react'
import { api, isTemporary } from '../../../api.ts'
import type { PrintJob } from '../../../apiTypes.ts'
import { Cover } from '../../../components/books/Cover.tsx'
import { useOnline } from '../../../components/feedback/online.ts'
import { showFailure, showToast } from '../../../components/feedback/toast.ts'
import { AppLink, LinkButton } from '../../../components/layout/AppLink.tsx'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { LoadMore } from '../../../components/layout/LoadMore.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { PagedRows } from '../../../components/layout/PagedRows.tsx'
import { SelectionBar } from '../../../components/layout/SelectionBar.tsx'
import { capitalize, Day, dayText, number } from '../../../components/layout/Values.tsx'
import { ShippingClass } from '../../../components/orders/ShippingClass.tsx'
import { Status } from '../../../components/orders/Status.tsx'
import { shippingClassName } from '../../../components/orders/shippingClasses.ts'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { usePages } from '../../../shell/frame/pages.ts'
import { SavedViews } from '../../../shell/lists/SavedViews.tsx'
import { orderName } from '../../../shell/offline/orderName.ts'
import { perform } from '../../../shell/offline/queuedActs.ts'
import { useQueue } from '../../../shell/offline/useQueue.ts'
import { chime, useSound } from '../../../shell/orders/CancellationRequests.tsx'
import { JobSearch } from './JobSearch.tsx'
import classes from './Jobs.module.css'
import {
  booksOf,
  copiesOf,
  coverOf,
  dayFromToday,
  daysOverdue,
  dueDayOf,
  groupings,
  groupJobs,
  isAsked,
  isOpen,
  isUnaccepted,
  type JobGroup,
  moreBooks,
  needsPrices,
  statusLooks,
} from './jobTexts.ts'
import { notesQuery } from './notes.ts'
import { afterActs, QueuedBadge, queuedText, simpleAct, usePerform } from './queuedJobs.tsx'

const stages = [
  { value: 'open', label: t('All open jobs'), status: 'open' },
  { value: 'accept', label: t('To accept'), status: 'NEW,RECEIVED' },
  { value: 'print', label: t('To print'), status: 'ACCEPTED' },
  { value: 'ship', label: t('Printed, to ship'), status: 'PRINTED' },
]
const days = [
  { value: '', label: t('Any day') },
  { value: '0', label: t('Due today or overdue') },
  { value: '1', label: t('Due by tomorrow') },
  { value: '7', label: t('Due within a week') },
]
const perPage = 200

export function Page() {
  const [{ stage, due, sku, shipping, show, by }, setFilters] = useFilters()
  const status = stages.find(({ value }) => value === stage)?.status ?? 'open'
  const query = {
    status,
    limit: perPage,
    sort: 'due' as const,
    ...(due === undefined ? {} : { dueBy: dayFromToday(Number(due)) }),
    ...(sku === undefined ? {} : { manufacturingSku: sku }),
    ...(shipping === undefined ? {} : { shippingClassification: shipping }),
    ...(show === 'asked' ? { waitsForAnswer: true } : {}),
  }
  useQuery(notesQuery)
  const jobs = usePages(['press', 'jobs'], query, cursor =>
    api.GET('/press/jobs', { params: { query: { ...query, ...cursor } } }),
  )
  const { own } = useQueue()
  const rows = jobs.data?.pages.flatMap(page => page.jobs.map(job => afterActs(job, own))) ?? []
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter(({ jobId }) => selected.has(jobId))
  const isFiltered = [stage, due, sku, shipping, show].some(filter => filter !== undefined)
  const select = (jobs: PrintJob[], isPicked: boolean) =>
    setSelected(before => {
      const after = new Set(before)
      for (const { jobId } of jobs) {
        if (isPicked) after.add(jobId)
        else after.delete(jobId)
      }
      return after
    })

  return (
    <PageFrame
      title={t('Jobs')}
      about={
        jobs.data ? (jobs.hasNextPage ? t('{what} and more', { what: countsText(rows) }) : countsText(rows)) : undefined
      }
      actions={
        <>
          <SavedViews path="/press/views" list="jobs" size="md" />
          <LinkButton to="/wall" size="md" h={44} variant="default" leftSection={<Monitor size={16} />}>
            {t('Wall view')}
          </LinkButton>
          <SoundSwitch />
        </>
      }
    >
      <JobSearch />
      <div className={classes.filters}>
        <NativeSelect
          aria-label={t('Stage')}
          data={stages}
          value={stages.find(({ value }) => value === stage)?.value ?? 'open'}
          onChange={({ currentTarget: { value } }) => setFilters({ stage: value === 'open' ? undefined : value })}
          size="md"
        />
        <NativeSelect
          aria-label={t('Due')}
          data={days}
          value={days.find(day => day.value === due)?.value ?? ''}
          onChange={event => setFilters({ due: event.currentTarget.value })}
          size="md"
        />
        <NativeSelect
          aria-label={t('Book')}
          data={choices(
            t('Any book'),
            rows.flatMap(({ items }) => items.map(item => item.manufacturingSku)),
            sku,
          )}
          value={sku ?? ''}
          onChange={event => setFilters({ sku: event.currentTarget.value })}
          size="md"
        />
        <NativeSelect
          aria-label={t('Shipping class')}
          data={choices(
            t('Any shipping'),
            rows.map(job => job.shippingClassification),
            shipping,
            shippingClassName,
          )}
          value={shipping ?? ''}
          onChange={event => setFilters({ shipping: event.currentTarget.value })}
          size="md"
        />
        <NativeSelect
          aria-label={t('Groups')}
          data={groupings}
          value={groupings.find(({ value }) => value === by)?.value ?? ''}
          onChange={event => setFilters({ by: event.currentTarget.value })}
          size="md"
        />
      </div>
      {show === 'asked' ? (
        <Alert color="red" mb="md">
          {t('Only jobs with a request of the customer are shown.')}{' '}
          <AppLink to="/jobs" inherit underline="always">
            {t('Show all jobs')}
          </AppLink>
        </Alert>
      ) : null}
      <PagedRows
        of={jobs}
        rowsOf={page => page.jobs.map(job => afterActs(job, own))}
        empty={
          isFiltered ? (
            <EmptyState
              icon={CircleCheck}
              title={t('No matching open jobs')}
              action={
                <Button
                  variant="default"
                  size="md"
                  onClick={() =>
                    setFilters({
                      ...{ stage: undefined, due: undefined, sku: undefined, shipping: undefined, show: undefined },
                    })
                  }
                >
                  {t('Show all open jobs')}
                </Button>
              }
            >
              {t('No open jobs match these filters.')}
            </EmptyState>
          ) : (
            <EmptyState icon={Printer} title={t('Nothing to print')}>
              {t('Jobs appear here automatically, two hours after an order is paid.')}
            </EmptyState>
          )
        }
      >
        {shown => (
          <>
            {groupJobs(shown, by).map((group, i, groups) => (
              <section key={group.name} aria-label={group.name}>
                <Head
                  group={group}
                  // Jobs come by their due day, so only the last day may have more.
                  mayHaveMore={
                    jobs.hasNextPage && (by !== undefined || group.jobs.some(isAsked) || i === groups.length - 1)
                  }
                  selected={selected}
                  select={select}
                />
                <Paper style={{ overflow: 'hidden' }}>
                  {group.jobs.map(job => (
                    <Row key={job.jobId} job={job} isSelected={selected.has(job.jobId)} select={select} />
                  ))}
                </Paper>
              </section>
            ))}
            <LoadMore of={jobs} />
          </>
        )}
      </PagedRows>
      {chosen.length > 0 ? <ChosenJobs jobs={chosen} done={() => setSelected(new Set())} /> : null}
    </PageFrame>
  )
}

const countsText = (jobs: PrintJob[]) =>
  t('{jobs, plural, one {# job} other {# jobs}}, {copies, plural, one {# copy} other {# copies}}', {
    jobs: jobs.length,
    copies: jobs.reduce((sum, job) => sum + copiesOf(job), 0),
  })

/** The prices of an enterprise job are entered one by one, unless they are agreed. */
const mayAcceptInBulk = (job: PrintJob) => isUnaccepted(job) && !needsPrices(job) && !job.cancellationRequested

const choices = (any: string, values: string[], chosen: string | undefined, nameOf = (value: string) => value) => [
  { value: '', label: any },
  ...[...new Set(chosen === undefined ? values : [...values, chosen])]
    .sort()
    .map(value => ({ value, label: capitalize(nameOf(value)) })),
]

type SelectJobs = (jobs: PrintJob[], isPicked: boolean) => void

type HeadProps = { group: JobGroup; mayHaveMore: boolean; selected: ReadonlySet<string>; select: SelectJobs }

function Head({ group: { name, isLate, jobs }, mayHaveMore, selected, select }: HeadProps) {
  const chosen = jobs.filter(({ jobId }) => selected.has(jobId))
  return (
    <div className={classes.head} data-overdue={isLate || undefined}>
      <Text component="h2" fw={600}>
        {name}
      </Text>
      <Text size="sm" c={isLate ? 'inherit' : 'dimmed'}>
        {mayHaveMore ? t('{what} and more', { what: countsText(jobs) }) : countsText(jobs)}
      </Text>
      {jobs.length > 1 ? (
        <Checkbox
          size="md"
          className={classes.selectAll}
          label={t('Select all {count}', { count: number(jobs.length) })}
          checked={chosen.length === jobs.length}
          indeterminate={chosen.length > 0 && chosen.length < jobs.length}
          onChange={event => select(jobs, event.currentTarget.checked)}
        />
      ) : null}
    </div>
  )
}

type RowProps = { job: PrintJob; isSelected: boolean; select: SelectJobs }

function Row({ job, isSelected, select }: RowProps) {
  const order = orderName(job)
  const { jobId, status, cancellationRequested, shippingClassification } = job
  const [first, second, ...others] = booksOf(job)
  const { label, tone } = statusLooks[status]
  return (
    <div
      className={classes.row}
      data-chosen={isSelected || undefined}
      data-cancellation={cancellationRequested || undefined}
    >
      <span className={classes.box}>
        <Checkbox
          size="md"
          aria-label={t('Select {row}', { row: order })}
          checked={isSelected}
          onChange={event => select([job], event.currentTarget.checked)}
        />
      </span>
      <div className={classes.name}>
        <AppLink to={`/jobs/${jobId}`} className={classes.orderLink}>
          {order}
        </AppLink>
        <Group gap={6} mt={2}>
          {cancellationRequested ? (
            <Badge color="red" variant="filled">
              {t('Cancellation requested')}
            </Badge>
          ) : job.changeRequest !== null ? (
            <Badge color="orange">{t('Change requested')}</Badge>
          ) : (
            <Status label={label} tone={tone} />
          )}
          {job.practice ? <Badge color="orange">{t('Practice')}</Badge> : null}
          <QueuedBadge jobId={jobId} />
          {job.enterprise ? <Badge color="gray">{t(needsPrices(job) ? 'Your prices' : 'Agreed prices')}</Badge> : null}
        </Group>
      </div>
      <Cover cover={coverOf(job, 0)} name={job.items[0]?.book.name ?? ''} />
      <div className={classes.books}>
        <Text size="sm" className="wrap">
          {first}
        </Text>
        {second === undefined ? null : (
          <Text size="sm" className="wrap">
            {second}
            {others.length === 0 ? null : (
              <Text span inherit c="dimmed" className="nowrap">
                {' '}
                {moreBooks(others.length)}
              </Text>
            )}
          </Text>
        )}
      </div>
      <Text size="sm" c="dimmed" className={classes.due}>
        <Due day={dueDayOf(job)} /> <ShippingClass name={shippingClassification} />
      </Text>
      <div className={classes.actions}>
        <NextAction job={job} />
      </div>
    </div>
  )
}

function Due({ day }: { day: string | null }) {
  if (day === null) return <span>{t('No date')}</span>
  const late = daysOverdue(day)
  if (late <= 0) return <Day day={day} />
  return (
    <time dateTime={day} title={dayText(day)} className={classes.overdue}>
      {t('{count, plural, one {# day} other {# days}} overdue', { count: late })}
    </time>
  )
}

/**
 * The next action on a job, without opening the job if no input is needed. Buttons have keys, so that a button never
 * replaces another under a finger or the focus.
 */
function NextAction({ job }: { job: PrintJob }) {
  const perform = usePerform()
  const navigate = useNavigate()
  const order = orderName(job)
  const { jobId } = job
  const update = useAction({
    mutationFn: (act: 'accept' | 'printed') => perform(job, simpleAct(act)),
    onSuccess(outcome, act) {
      if (outcome !== 'sent') return
      showToast(t(act === 'accept' ? '{order} accepted' : '{order} printed', { order }))
    },
    failed: t('The job was not updated'),
  })
  const open = (act?: string) => void navigate({ to: `/jobs/${jobId}`, search: act === undefined ? {} : { act } })
  if (!isOpen(job)) return null
  if (isAsked(job)) {
    return (
      <Button
        size="md"
        color={job.cancellationRequested ? 'red' : 'orange'}
        onClick={() => open()}
        aria-label={t('Respond to {order}', { order })}
      >
        {t('Respond')}
      </Button>
    )
  }
  if (isUnaccepted(job)) {
    return (
      <Button
        key="accept"
        size="md"
        variant="light"
        loading={update.isPending}
        onClick={() => (job.enterprise ? open('accept') : update.mutate('accept'))}
        aria-label={t('Accept {order}', { order })}
      >
        {t('Accept')}
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
          loading={update.isPending}
          onClick={() => update.mutate('printed')}
          aria-label={t('Mark as printed: {order}', { order })}
        >
          {t('Mark as printed')}
        </Button>
      ) : null}
      <Button size="md" variant="light" onClick={() => open('ship')} aria-label={t('Ship {order}', { order })}>
        {t('Ship')}
      </Button>
    </>
  )
}

/** Of one document, as the service allows. */
const maxTickets = 50
const maxTicketBooks = 500

function printableOf(jobs: PrintJob[]): PrintJob[] {
  let books = 0
  return jobs.slice(0, maxTickets).filter(({ items }) => {
    books += items.length
    return books <= maxTicketBooks
  })
}

function ChosenJobs({ jobs, done }: { jobs: PrintJob[]; done: () => void }) {
  const queries = useQueryClient()
  const idsOf = (chosen: PrintJob[]) => chosen.map(({ jobId }) => jobId)
  const isOnline = useOnline()
  const printable = printableOf(jobs)
  const accepted = jobs.filter(mayAcceptInBulk)
  const printed = jobs.filter(({ status, cancellationRequested }) => status === 'ACCEPTED' && !cancellationRequested)
  const report = useAction({
    async mutationFn(act: 'accept' | 'printed') {
      const acted = act === 'accept' ? accepted : printed
      const body = { jobIds: idsOf(acted) }
      try {
        const { results } = await (act === 'accept'
          ? api.POST('/press/jobs/accept', { body })
          : api.POST('/press/jobs/printed', { body }))
        return results
      } catch (error) {
        // Jobs that have arrived all the same are counted once.
        if (!isTemporary(error)) throw error
        for (const job of acted) await perform(job, simpleAct(act))
        return acted.length
      }
    },
    onSuccess(results, act) {
      if (typeof results === 'number') {
        showToast(queuedText(t('{count, plural, one {# job} other {# jobs}}', { count: results })))
        done()
        return
      }
      const refused = results.filter(({ outcome }) => outcome === 'refused')
      const isAccepted = act === 'accept'
      showToast(
        t(
          isAccepted
            ? '{count, plural, one {# job} other {# jobs}} accepted'
            : '{count, plural, one {# job} other {# jobs}} printed',
          { count: results.length - refused.length },
        ),
      )
      for (const { jobId, detail } of refused) {
        const job = jobs.find(job => job.jobId === jobId)
        const order = job === undefined ? jobId : orderName(job)
        const title = t(isAccepted ? '{order} was not accepted' : '{order} was not printed', { order })
        showFailure(title)(new Error(detail ?? ''))
      }
      done()
      void queries.invalidateQueries({ queryKey: ['press'] })
    },
    failed: t('The jobs were not updated'),
  })
  return (
    <SelectionBar
      clear={done}
      actions={
        <>
          {isOnline ? (
            <Button
              component="a"
              size="md"
              variant="default"
              leftSection={<FolderDown size={16} />}
              href={`/press/jobs/files.zip?jobIds=${idsOf(printable)}`}
              download
            >
              {printable.length < jobs.length
                ? t('Files of the first {count, plural, one {# job} other {# jobs}}', { count: printable.length })
                : t('Files as ZIP')}
            </Button>
          ) : null}
          {isOnline ? (
            <Button
              component="a"
              size="md"
              variant="default"
              leftSection={<Tickets size={16} />}
              href={`/press/jobs/tickets.pdf?jobIds=${idsOf(printable)}`}
              download
            >
              {printable.length < jobs.length
                ? t('First {count, plural, one {# ticket} other {# tickets}}', { count: printable.length })
                : t('{count, plural, one {# ticket} other {# tickets}}', { count: jobs.length })}
            </Button>
          ) : (
            <Button size="md" variant="default" disabled leftSection={<Tickets size={16} />}>
              {t('Tickets need a connection')}
            </Button>
          )}
          {printed.length > 0 ? (
            <Button size="md" variant="default" onClick={() => report.mutate('printed')} loading={report.isPending}>
              {t('Mark {count} as printed', { count: number(printed.length) })}
            </Button>
          ) : null}
          {accepted.length > 0 ? (
            <Button size="md" onClick={() => report.mutate('accept')} loading={report.isPending}>
              {t('Accept {count}', { count: number(accepted.length) })}
            </Button>
          ) : null}
        </>
      }
    >
      {countsText(jobs)}
    </SelectionBar>
  )
}

function SoundSwitch() {
  const [sound, setSound] = useSound()
  const isOn = sound === 'on'
  const text = t(isOn ? 'Alert sound: on' : 'Alert sound: off')
  return (
    <Button
      size="md"
      h={44}
      variant="default"
      aria-pressed={isOn}
      aria-label={text}
      leftSection={isOn ? <Bell size={16} /> : <BellOff size={16} />}
      onClick={() => {
        setSound(isOn ? 'off' : 'on')
        if (!isOn) chime()
      }}
    >
      <span className={classes.soundText}>{text}</span>
    </Button>
  )
}
