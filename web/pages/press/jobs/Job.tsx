// The job ticket: what to make, from which files, for whom and by when, and everything that a press reports about a
// job.

import { Alert, Badge, Button, Group, Menu, SimpleGrid, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, ChevronDown, CircleAlert, FileText, OctagonAlert, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Answer, api, ask, isGone } from '../../../api.ts'
import type { PrintJob, PrintJobBook } from '../../../apiTypes.ts'
import { linesOf } from '../../../components/address.ts'
import { BackTo } from '../../../components/BackTo.tsx'
import { useConfirm } from '../../../components/Confirm.tsx'
import { Facts } from '../../../components/Facts.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { TrackingNumber } from '../../../components/Packages.tsx'
import { PageFrame, PageSkeleton } from '../../../components/Page.tsx'
import { Section } from '../../../components/Section.tsx'
import { Status } from '../../../components/Status.tsx'
import { failed, said } from '../../../components/toast.ts'
import { CopyIcon, capital, countryOf, Day, money, number, plural, Time } from '../../../components/Values.tsx'
import { useAct } from '../../../shell/act.ts'
import { useFilters, useParam } from '../../../shell/mode.ts'
import { BookFiles, useJobFiles } from './BookFiles.tsx'
import { AcceptDialog, DelayDialog, ProblemDialog } from './Dialogs.tsx'
import classes from './Job.module.css'
import { Ship } from './Ship.tsx'
import { type Act, bookTitle, copiesOf, daysLate, dueOf, isOpen, isToAccept, statusWords } from './words.ts'

/** The links of files work for 15 minutes. */
const freshLinksMs = 10 * 60_000

export function Page() {
  const jobId = useParam('jobId')
  const job = useQuery({
    queryKey: ['press', 'job', jobId],
    queryFn: () => ask(api.GET('/press/jobs/{jobId}', { params: { path: { jobId } } })),
    refetchInterval: freshLinksMs,
  })
  const back = <BackTo to="/jobs">Jobs</BackTo>
  if (job.isPending) return <PageSkeleton />
  if (job.data === undefined || isGone(job.error)) {
    return (
      <PageFrame title="Job" above={back}>
        <Failure error={job.error} retry={() => job.refetch()} />
      </PageFrame>
    )
  }
  return <Shown key={jobId} job={job.data} back={back} />
}

const acts: readonly string[] = ['accept', 'ship', 'delay', 'problem', 'refuse'] satisfies Act[]

function Shown({ job, back }: { job: Answer<'/press/jobs/{jobId}'>; back: ReactNode }) {
  const { customerOrderId, status, items, problem, prices } = job
  const [{ act }, setFilters] = useFilters()
  const doing = act !== undefined && acts.includes(act) ? (act as Act) : null
  const todo = (next: Act | undefined) => setFilters({ act: next })
  const close = () => todo(undefined)
  const due = dueOf(job)
  const files = useJobFiles(job.jobId)
  const { label, tone } = statusWords[status]
  return (
    <PageFrame
      title={customerOrderId}
      above={back}
      about={
        <Group gap="0.125rem 1rem" align="baseline" className="dots">
          {isOpen(job) && job.cancellationRequested ? (
            <Status label="Cancellation requested" tone="bad" />
          ) : (
            <Status label={label} tone={tone} />
          )}
          {isOpen(job) ? due === null ? null : <Due day={due} /> : <Time at={job.updatedAt} />}
          <span>{capital(job.shippingClassification)}</span>
          {job.attempt > 1 ? (
            <Badge variant="light" color="orange" radius="sm">
              Attempt {number(job.attempt)}
            </Badge>
          ) : null}
        </Group>
      }
      actions={isOpen(job) ? <Actions job={job} todo={todo} /> : null}
    >
      {job.cancellationRequested && isOpen(job) ? <Cancellation job={job} /> : null}
      {problem === null ? null : (
        <Alert color="red" variant="light" mb="md" icon={<CircleAlert size={18} />} title="Reported problem">
          <span className="wrap">{problem}</span>
        </Alert>
      )}
      {job.expectedShipDate === null || job.expectedShipDate === job.dueDate ? null : (
        <Alert color="orange" variant="light" mb="md" icon={<CalendarClock size={18} />}>
          You announced <Day day={job.expectedShipDate} />
          {job.dueDate === null ? null : (
            <>
              {' '}
              instead of <Day day={job.dueDate} />
            </>
          )}
          .
        </Alert>
      )}
      {job.packages.length > 0 ? (
        <Section title={isOpen(job) ? 'Parcels already shipped' : 'Parcels'}>
          {job.packages.map(({ carrier, packages, masterTrackingNumber }) => (
            <Group key={`${carrier} ${masterTrackingNumber}`} gap="0.25rem 0.75rem" className="wrap">
              <Text span fw={500}>
                {carrier || 'Carrier not named'}
              </Text>
              {packages.map((parcel, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: parcels may have no number, and never move
                <TrackingNumber key={i} parcel={parcel} />
              ))}
            </Group>
          ))}
        </Section>
      ) : null}
      {items.length > 1 ? (
        <Section
          title={`${plural(items.length, 'book')}, ${plural(copiesOf(job), 'copy', 'copies')}`}
          actions={<Ticket jobId={job.jobId} />}
        >
          {null}
        </Section>
      ) : null}
      {items.map((item, i) => (
        <Section
          // biome-ignore lint/suspicious/noArrayIndexKey: items never move
          key={i}
          title={bookTitle(item, i + 1, items.length)}
          about={`${item.sku} · ${item.manufacturingSku}`}
          actions={items.length > 1 ? null : <Ticket jobId={job.jobId} />}
        >
          <Book item={item} />
          <BookFiles item={item} place={i} files={files} />
        </Section>
      ))}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" verticalSpacing={0}>
        <Section
          title="Ship to"
          actions={<CopyIcon value={linesOf(job.destination).join('\n')} label="Copy the address" />}
        >
          <address className={classes.address}>
            {linesOf(job.destination).map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of one address
              <div key={i}>{line}</div>
            ))}
          </address>
        </Section>
        <Section title="Details">
          <Facts
            facts={[
              [
                'Job',
                <span key="j" className="mono wrap">
                  {job.jobId}
                </span>,
              ],
              ['Printer', job.printer],
              ['Prices', job.enterprise ? 'Set by you' : 'Set by Octavo'],
              ...(prices === null
                ? []
                : ([
                    ['All books', money(prices.itemsTotal)],
                    ['Taxes', money(prices.taxesTotal)],
                    ...(prices.shippingTotal === null ? [] : [['Shipping', money(prices.shippingTotal)]]),
                  ] as [string, ReactNode][])),
              ['Received', <Time key="c" at={job.createdAt} />],
              ...(job.acceptedAt === null
                ? []
                : ([['Accepted', <Time key="a" at={job.acceptedAt} />]] as [string, ReactNode][])),
              ...(job.customs === null
                ? []
                : ([
                    ['Customs value', money(Number(job.customs.value))],
                    ['Made in', countryOf(job.customs.originCountry)],
                    ['Weight', `${number(job.customs.weightGrams)} g`],
                    ...(job.customs.terms === null
                      ? []
                      : [['Terms', `${job.customs.terms}: the receiver pays duties`]]),
                  ] as [string, ReactNode][])),
            ]}
          />
        </Section>
      </SimpleGrid>
      {doing === 'accept' ? <AcceptDialog job={job} close={close} /> : null}
      {doing === 'delay' ? <DelayDialog job={job} close={close} /> : null}
      {doing === 'problem' || doing === 'refuse' ? <ProblemDialog job={job} kind={doing} close={close} /> : null}
      {doing === 'ship' ? <Ship job={job} close={close} /> : null}
    </PageFrame>
  )
}

function Due({ day }: { day: string }) {
  const late = daysLate(day)
  if (late <= 0) {
    return (
      <span>
        To be shipped by <Day day={day} />
      </span>
    )
  }
  return (
    <Text span inherit c="var(--mantine-color-error)" fw={600}>
      {plural(late, 'day')} late: due <Day day={day} />
    </Text>
  )
}

function Actions({ job, todo }: { job: PrintJob; todo: (act: Act) => void }) {
  const queries = useQueryClient()
  const { jobId, status, enterprise } = job
  const tell = useAct({
    mutationFn: (act: 'accept' | 'printed') =>
      act === 'accept'
        ? ask(api.POST('/press/jobs/{jobId}/accept', { params: { path: { jobId } }, body: {} }))
        : ask(api.POST('/press/jobs/{jobId}/printed', { params: { path: { jobId } } })),
    onSuccess(_job, act) {
      said(act === 'accept' ? 'Accepted' : 'Printed')
      return queries.invalidateQueries({ queryKey: ['press'] })
    },
    onError: failed('The message was not accepted'),
  })
  const canAccept = isToAccept(job)
  return (
    <>
      {job.cancellationRequested ? null : canAccept ? (
        <Button
          key="accept"
          size="md"
          loading={tell.isPending}
          onClick={() => (enterprise ? todo('accept') : tell.mutate('accept'))}
        >
          Accept
        </Button>
      ) : (
        <Button key="ship" size="md" leftSection={<Truck size={16} />} onClick={() => todo('ship')}>
          Ship
        </Button>
      )}
      {status === 'ACCEPTED' && !job.cancellationRequested ? (
        <Button size="md" variant="default" loading={tell.isPending} onClick={() => tell.mutate('printed')}>
          Mark as printed
        </Button>
      ) : null}
      <Menu>
        <Menu.Target>
          <Button size="md" variant="default" rightSection={<ChevronDown size={14} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {canAccept || job.cancellationRequested ? <Menu.Item onClick={() => todo('ship')}>Ship</Menu.Item> : null}
          <Menu.Item onClick={() => todo('delay')}>Change the ship date</Menu.Item>
          {canAccept ? <Menu.Item onClick={() => todo('refuse')}>Refuse the job</Menu.Item> : null}
          <Menu.Item className="danger" onClick={() => todo('problem')}>
            Report a problem
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

function Cancellation({ job }: { job: PrintJob }) {
  const { jobId, customerOrderId, withdrawing } = job
  const queries = useQueryClient()
  const confirm = useConfirm()
  const decide = useAct({
    mutationFn: (decision: 'accept' | 'refuse') =>
      ask(api.POST('/press/jobs/{jobId}/cancellation', { params: { path: { jobId } }, body: { decision } })),
    onSuccess(_job, decision) {
      said(
        decision === 'accept'
          ? 'The job is cancelled. Do not make it.'
          : 'The job continues. The customer is notified.',
      )
      return queries.invalidateQueries({ queryKey: ['press'] })
    },
    onError: failed('The message was not accepted'),
  })
  const cancel = async () => {
    const isMeant = await confirm({
      title: `Cancel ${customerOrderId}?`,
      text: `${plural(copiesOf(job), 'copy', 'copies')} will not be made. This cannot be undone.`,
      yes: 'Cancel the job',
      danger: true,
    })
    if (isMeant) decide.mutate('accept')
  }
  const isSending = (decision: 'accept' | 'refuse') => decide.isPending && decide.variables === decision
  return (
    <section className={classes.asked} aria-label="Request to cancel">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <OctagonAlert size={26} className={classes.askedIcon} aria-hidden />
        <div>
          <Text fw={600} size="lg" component="h2">
            {withdrawing ? 'Octavo would give this job to another printer' : 'The customer asked to cancel'}
          </Text>
          <Text>Has printing started? If it has, continue and ship it as usual.</Text>
        </div>
      </Group>
      <Group gap="xl" mt="md" className={classes.answers}>
        <Button size="lg" color="red" loading={isSending('accept')} onClick={cancel}>
          Not printed: cancel the job
        </Button>
        <Button size="lg" variant="default" loading={isSending('refuse')} onClick={() => decide.mutate('refuse')}>
          Already printed: continue
        </Button>
      </Group>
    </section>
  )
}

type Item = PrintJob['items'][number]

const Ticket = ({ jobId }: { jobId: string }) => (
  <Button
    component="a"
    href={`/press/jobs/${jobId}/ticket.pdf`}
    download
    size="md"
    variant="default"
    className={classes.fetch}
    leftSection={<FileText size={16} />}
  >
    Job ticket
  </Button>
)

function Book({ item: { book, quantity, pageCount, itemDescription } }: { item: Item }) {
  return (
    <>
      <div className={classes.big}>
        <div>
          <strong>{number(quantity)}</strong> {quantity === 1 ? 'copy' : 'copies'}
        </div>
        <div>
          <strong>{number(pageCount)}</strong> pages
        </div>
        {book === undefined ? null : (
          <div>
            <strong>{inches(book.trim)}</strong> trimmed
          </div>
        )}
      </div>
      {itemDescription === null ? null : (
        <Text size="sm" c="dimmed" mb="sm" className="wrap">
          {itemDescription}
        </Text>
      )}
      {book === undefined ? (
        <Text size="sm" c="dimmed">
          This job was created before measures were stored with jobs; use its SKU.
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="sm" className={classes.facts}>
          <Facts facts={madeOf(book)} />
          <Facts facts={measuresOf(book)} />
        </SimpleGrid>
      )}
    </>
  )
}

const bindings = { soft: 'perfect bound', hard: 'case bound', stapled: 'saddle stitched' }

const madeOf = (book: PrintJobBook): [string, ReactNode][] => [
  ['Binding', capital(`${bindings[book.binding]}, ${book.cover}`)],
  ['Paper', book.paperType],
  ['Printing', capital(book.textColor)],
  ['Sheets per copy', number(book.sheets)],
  ...(book.signatures === null ? [] : ([['Signatures per copy', number(book.signatures)]] as [string, ReactNode][])),
  ['Weight per copy', `${number(book.copyGrams)} g`],
]

const measuresOf = (book: PrintJobBook): [string, ReactNode][] => [
  ['Trimmed page', both(book.trim)],
  ['File page', both(book.page)],
  ['Cover, opened flat', both(book.coverSheet)],
  ['Spine', `${round(book.spineInches)} in · ${millimetres(book.spineInches)} mm`],
  ['Bleed', book.bleed ? `${round(book.bleedInches)} in · ${millimetres(book.bleedInches)} mm` : 'None'],
]

const round = (value: number) => String(Math.round(value * 1000) / 1000)
const millimetres = (value: number) => (value * 25.4).toFixed(1)
const inches = ({ widthInches, heightInches }: PrintJobBook['trim']) =>
  `${round(widthInches)} × ${round(heightInches)} in`
const both = (size: PrintJobBook['trim']) => (
  <>
    {inches(size)}{' '}
    <Text span size="sm" c="dimmed" className="whole">
      {millimetres(size.widthInches)} × {millimetres(size.heightInches)} mm
    </Text>
  </>
)
