// The job ticket: the books, their files, the recipient and the due day, and every report that a press can make.

import { Alert, Badge, Button, Group, Menu, SimpleGrid, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, ChevronDown, CircleAlert, FileText, OctagonAlert, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { api, isGone, type ResponseBody } from '../../../api.ts'
import type { PrintJob, PrintJobBook } from '../../../apiTypes.ts'
import { brand } from '../../../brand.ts'
import { bookWord } from '../../../components/books/bookWords.ts'
import { useOnline } from '../../../components/feedback/online.ts'
import { showToast } from '../../../components/feedback/toast.ts'
import { useConfirm } from '../../../components/forms/Confirm.tsx'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { BackLink } from '../../../components/layout/BackLink.tsx'
import { type DetailRow, Details } from '../../../components/layout/Details.tsx'
import { FailedPage } from '../../../components/layout/LoadState.tsx'
import { PageFrame, PageSkeleton } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { CopyIcon, capitalize, countryName, Day, money, number, Time } from '../../../components/layout/Values.tsx'
import { addressLinesOf } from '../../../components/orders/addressLines.ts'
import { Delivery, deliveryOf, TrackingNumber } from '../../../components/orders/Packages.tsx'
import { slipDetails } from '../../../components/orders/PackingSlip.tsx'
import { ShippingClass } from '../../../components/orders/ShippingClass.tsx'
import { Status } from '../../../components/orders/Status.tsx'
import { numberLocale, rich, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { useFilters, useParam } from '../../../shell/frame/mode.ts'
import { orderName } from '../../../shell/offline/orderName.ts'
import { useQueue } from '../../../shell/offline/useQueue.ts'
import { BookFiles, useJobFiles } from './BookFiles.tsx'
import { ChangeRequest } from './ChangeRequest.tsx'
import { AcceptDialog, DelayDialog, ProblemDialog } from './Dialogs.tsx'
import classes from './Job.module.css'
import {
  bindings,
  bookTitle,
  copiesOf,
  daysOverdue,
  dueDayOf,
  isOpen,
  isUnaccepted,
  type JobAction,
  statusLooks,
} from './jobTexts.ts'
import { LabelsOfEndedJob, ResentParcels } from './Labels.tsx'
import { QueuedActs } from './QueuedActs.tsx'
import { afterActs, keptJobs, simpleAct, usePerform } from './queuedJobs.tsx'
import { Ship } from './Ship.tsx'

/** The links of files work for 15 minutes. */
const freshLinksMs = 10 * 60_000

type Job = ResponseBody<'/press/jobs/{jobId}'>

export function Page() {
  const jobId = useParam('jobId')
  const queries = useQueryClient()
  const job = useQuery({
    queryKey: ['press', 'job', jobId],
    queryFn: () => api.GET('/press/jobs/{jobId}', { params: { path: { jobId } } }),
    refetchInterval: freshLinksMs,
    // The page first shows the list's data of the job, which is all that there is without a connection.
    initialData(): Job | undefined {
      const kept = keptJobs(queries).find(known => known.jobId === jobId)
      return kept && { ...kept, prices: null }
    },
    initialDataUpdatedAt: 0,
  })
  const back = <BackLink to="/jobs">{t('Jobs')}</BackLink>
  if (job.isPending) return <PageSkeleton />
  if (job.data === undefined || isGone(job.error)) {
    return <FailedPage title={t('Job')} above={back} of={job} />
  }
  return <JobDetails key={jobId} job={job.data} back={back} />
}

const actions: readonly string[] = ['accept', 'ship', 'delay', 'problem', 'refuse'] satisfies JobAction[]

function JobDetails({ job: known, back }: { job: Job; back: ReactNode }) {
  const job = afterActs(known, useQueue().own)
  const { status, items, problem, prices } = job
  const [{ act }, setFilters] = useFilters()
  const openDialog = act !== undefined && actions.includes(act) ? (act as JobAction) : null
  const showDialog = (next: JobAction | undefined) => setFilters({ act: next })
  const close = () => showDialog(undefined)
  const due = dueDayOf(job)
  const files = useJobFiles(job.jobId)
  const { label, tone } = statusLooks[status]
  return (
    <PageFrame
      title={orderName(job)}
      above={back}
      about={
        <Group gap="0.125rem 1rem" align="baseline" className="dotSeparated">
          {isOpen(job) && job.cancellationRequested ? (
            <Status label={t('Cancellation requested')} tone="bad" />
          ) : job.changeRequest !== null ? (
            <Status label={t('Change requested')} tone="attention" />
          ) : (
            <Status label={label} tone={tone} />
          )}
          {isOpen(job) ? due === null ? null : <Due day={due} /> : <Time at={job.updatedAt} />}
          <ShippingClass name={job.shippingClassification} />
          {job.practice ? <Badge color="orange">{t('Practice')}</Badge> : null}
          {job.attempt > 1 ? (
            <Badge color="orange">{t('Attempt {number}', { number: number(job.attempt) })}</Badge>
          ) : null}
        </Group>
      }
      actions={isOpen(job) ? <Actions job={job} showDialog={showDialog} /> : null}
    >
      <QueuedActs jobId={job.jobId} />
      {job.cancellationRequested && isOpen(job) ? <Cancellation job={job} /> : null}
      {job.changeRequest !== null && isOpen(job) ? <ChangeRequest job={job} request={job.changeRequest} /> : null}
      {job.bindingMismatchId === null ? null : (
        <Alert color="red" mb="md" icon={<CircleAlert size={18} />} title={t('Stopped at binding')}>
          {t("The scanned cover and pages don't match: only one of them belongs to this job.")}{' '}
          <AppLink to="/binding" inherit underline="always">
            {t('Decide in Check binding')}
          </AppLink>
        </Alert>
      )}
      {problem === null ? null : (
        <Alert color="red" mb="md" icon={<CircleAlert size={18} />} title={t('Reported problem')}>
          <span className="wrap">{problem}</span>
        </Alert>
      )}
      {job.expectedShipDate === null || job.expectedShipDate === job.dueDate ? null : (
        <Alert color="orange" mb="md" icon={<CalendarClock size={18} />}>
          {job.dueDate === null
            ? rich('Ship date changed to {to}.', { to: <Day day={job.expectedShipDate} /> })
            : rich('Ship date changed from {from} to {to}.', {
                from: <Day day={job.dueDate} />,
                to: <Day day={job.expectedShipDate} />,
              })}
        </Alert>
      )}
      {job.packages.length > 0 ? (
        <Section title={t(isOpen(job) ? 'Parcels already shipped' : 'Parcels')}>
          {job.packages.map(({ carrier, packages, masterTrackingNumber }) => (
            <Group key={`${carrier} ${masterTrackingNumber}`} gap="0.25rem 0.75rem" className="wrap">
              <Text span fw={500}>
                {carrier || t('Carrier unknown')}
              </Text>
              {packages.map((parcel, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: parcels may have no number, and never move
                <Group key={i} gap="0.25rem 0.5rem">
                  <TrackingNumber parcel={parcel} />
                  <Delivery delivery={deliveryOf(job, { masterTrackingNumber }, parcel)} />
                </Group>
              ))}
            </Group>
          ))}
        </Section>
      ) : null}
      {isOpen(job) ? null : <LabelsOfEndedJob job={job} />}
      {(job.delivery ?? []).some(({ status }) => status === 'returned') ? <ResentParcels job={job} /> : null}
      {items.length > 1 ? (
        <Section
          title={t('{books, plural, one {# book} other {# books}}, {copies, plural, one {# copy} other {# copies}}', {
            books: items.length,
            copies: copiesOf(job),
          })}
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
          <BookFiles jobId={job.jobId} item={item} place={i} files={files} />
        </Section>
      ))}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" verticalSpacing={0}>
        <Section
          title={t('Ship to')}
          actions={<CopyIcon value={addressLinesOf(job.destination).join('\n')} label={t('Copy address')} />}
        >
          <address className={classes.address}>
            {addressLinesOf(job.destination).map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of one address
              <div key={i}>{line}</div>
            ))}
          </address>
        </Section>
        {job.packingSlip === undefined ? null : (
          <Section title={t('Packing slip')} about={slipAbout(job.packingSlip.blind)}>
            <Details rows={slipDetails(job.packingSlip)} />
          </Section>
        )}
        <Section title={t('Details')}>
          <Details
            rows={[
              [
                t('Job'),
                <span key="j" className="mono wrap">
                  {job.jobId}
                </span>,
              ],
              [t('Printer'), job.printer],
              [t('Prices'), pricesText(job)],
              [t('Labels'), labelsText(job)],
              ...agreedRows(job),
              ...(prices === null ? [] : priceRows(prices)),
              [t('Received'), <Time key="c" at={job.createdAt} />],
              [t('Accepted'), job.acceptedAt === null ? undefined : <Time key="a" at={job.acceptedAt} />],
              ...(job.customs === null ? [] : customsRows(job.customs)),
            ]}
          />
        </Section>
      </SimpleGrid>
      {openDialog === 'accept' ? <AcceptDialog job={job} close={close} /> : null}
      {openDialog === 'delay' ? <DelayDialog job={job} close={close} /> : null}
      {openDialog === 'problem' || openDialog === 'refuse' ? (
        <ProblemDialog job={job} kind={openDialog} close={close} />
      ) : null}
      {openDialog === 'ship' ? <Ship job={job} close={close} /> : null}
    </PageFrame>
  )
}

function pricesText({ enterprise, agreedPrices }: Job): string {
  if (!enterprise) return t('Set by {name}', { name: brand.name })
  return t(agreedPrices === null ? 'Set by you' : 'Agreed with the customer')
}

/** Undefined where the labels are bought by hand, or elsewhere. */
function labelsText({ labelsAtScan }: Job): string | undefined {
  if (labelsAtScan == null) return undefined
  return labelsAtScan === 'weighed'
    ? t('Bought at Ship by scanning, by the scale')
    : t('Bought at Ship by scanning, by the computed weight')
}

const priceRows = ({ itemsTotal, taxesTotal, shippingTotal }: NonNullable<Job['prices']>): DetailRow[] => [
  [t('All books'), money(itemsTotal)],
  [t('Taxes'), money(taxesTotal)],
  [t('Shipping'), shippingTotal === null ? undefined : money(shippingTotal)],
]

const customsRows = ({ value, originCountry, weightGrams, terms }: NonNullable<Job['customs']>): DetailRow[] => [
  [t('Customs value'), money(Number(value))],
  [t('Made in'), countryName(originCountry)],
  [t('Weight'), `${number(weightGrams)} g`],
  [t('Terms [[of customs]]'), terms === null ? undefined : t('{terms}: the recipient pays duties', { terms })],
]

/** Shown until the press has set its prices. */
function agreedRows({ agreedPrices, prices }: Job): DetailRow[] {
  if (agreedPrices === null || prices?.shippingTotal != null) return []
  const { itemsTotal, taxesTotal, shippingTotal } = agreedPrices
  return [
    [t('All books (agreed)'), prices === null ? money(itemsTotal) : undefined],
    [t('Taxes (agreed)'), prices === null ? money(taxesTotal) : undefined],
    [t('Shipping (agreed)'), money(shippingTotal)],
  ]
}

const slipAbout = (isBlind: boolean) =>
  isBlind
    ? t('The return address is the only sender: name neither your company nor {name}.', { name: brand.name })
    : t('Print the slip of the job ticket, and put it into the parcel.')

function Due({ day }: { day: string }) {
  const late = daysOverdue(day)
  if (late <= 0) return <span>{rich('Ship by {day}', { day: <Day day={day} /> })}</span>
  return (
    <Text span inherit c="var(--mantine-color-error)" fw={600}>
      {rich('{count, plural, one {# day} other {# days}} overdue, due {day}', {
        count: late,
        day: <Day day={day} />,
      })}
    </Text>
  )
}

function Actions({ job, showDialog }: { job: PrintJob; showDialog: (act: JobAction) => void }) {
  const perform = usePerform()
  const { status, enterprise } = job
  const update = useAction({
    mutationFn: (act: 'accept' | 'printed') => perform(job, simpleAct(act)),
    onSuccess(outcome, act) {
      if (outcome === 'sent') showToast(t(act === 'accept' ? 'Accepted' : 'Printed'))
    },
    failed: t('The job was not updated'),
  })
  const canAccept = isUnaccepted(job)
  return (
    <>
      {job.cancellationRequested ? null : canAccept ? (
        <Button
          key="accept"
          size="md"
          loading={update.isPending}
          onClick={() => (enterprise ? showDialog('accept') : update.mutate('accept'))}
        >
          {t('Accept')}
        </Button>
      ) : (
        <Button key="ship" size="md" leftSection={<Truck size={16} />} onClick={() => showDialog('ship')}>
          {t('Ship')}
        </Button>
      )}
      {status === 'ACCEPTED' && !job.cancellationRequested ? (
        <Button size="md" variant="default" loading={update.isPending} onClick={() => update.mutate('printed')}>
          {t('Mark as printed')}
        </Button>
      ) : null}
      <Menu>
        <Menu.Target>
          <Button size="md" variant="default" rightSection={<ChevronDown size={14} />}>
            {t('More')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {canAccept || job.cancellationRequested ? (
            <Menu.Item onClick={() => showDialog('ship')}>{t('Ship')}</Menu.Item>
          ) : null}
          <Menu.Item onClick={() => showDialog('delay')}>{t('Change ship date')}</Menu.Item>
          {canAccept ? <Menu.Item onClick={() => showDialog('refuse')}>{t('Refuse job')}</Menu.Item> : null}
          <Menu.Item className="danger" onClick={() => showDialog('problem')}>
            {t('Report problem')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

function Cancellation({ job }: { job: PrintJob }) {
  const { withdrawing } = job
  const perform = usePerform()
  const confirm = useConfirm()
  const decide = useAction({
    mutationFn: (decision: 'accept' | 'refuse') => perform(job, { kind: 'cancellation', body: { decision } }),
    onSuccess(outcome, decision) {
      if (outcome === 'queued') return
      showToast(
        t(
          decision === 'accept'
            ? 'The job is canceled. Do not print it.'
            : 'The job continues. The customer is notified.',
        ),
      )
    },
    failed: t('The job was not updated'),
  })
  const cancel = async () => {
    const isConfirmed = await confirm({
      title: t('Cancel {order}?', { order: orderName(job) }),
      text: t('{count, plural, one {# copy} other {# copies}} will not be printed. This cannot be undone.', {
        count: copiesOf(job),
      }),
      confirmLabel: t('Cancel job'),
      cancelLabel: t('Keep job'),
      danger: true,
    })
    if (isConfirmed) decide.mutate('accept')
  }
  const isSending = (decision: 'accept' | 'refuse') => decide.isPending && decide.variables === decision
  return (
    <section className={classes.cancellation} aria-label={t('Cancellation request')}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <OctagonAlert size={26} className={classes.cancellationIcon} aria-hidden />
        <div>
          <Text fw={600} size="lg" component="h2">
            {withdrawing
              ? t('{name} wants to move this job to another printer', { name: brand.name })
              : t('The customer asked to cancel')}
          </Text>
          <Text>{t('Has printing started? If it has, continue and ship it as usual.')}</Text>
        </div>
      </Group>
      <Group gap="xl" mt="md" className={classes.answers}>
        <Button size="lg" color="red" loading={isSending('accept')} onClick={cancel}>
          {t('Not printed: cancel job')}
        </Button>
        <Button size="lg" variant="default" loading={isSending('refuse')} onClick={() => decide.mutate('refuse')}>
          {t('Already printed: continue')}
        </Button>
      </Group>
    </section>
  )
}

type Item = PrintJob['items'][number]

function Ticket({ jobId }: { jobId: string }) {
  const look = { size: 'md', variant: 'default', className: classes.download, leftSection: <FileText size={16} /> }
  return useOnline() ? (
    <Button component="a" href={`/press/jobs/${jobId}/ticket.pdf`} download {...look}>
      {t('Job ticket')}
    </Button>
  ) : (
    <Button disabled {...look}>
      {t('Job ticket needs a connection')}
    </Button>
  )
}

function Book({ item: { book, quantity, pageCount, itemDescription, title } }: { item: Item }) {
  const description = itemDescription ?? title
  return (
    <>
      <div className={classes.quantities}>
        <div>
          {rich('{count, plural, one {<strong>#</strong> copy} other {<strong>#</strong> copies}}', {
            count: quantity,
            strong,
          })}
        </div>
        <div>
          {rich('{count, plural, one {<strong>#</strong> page} other {<strong>#</strong> pages}}', {
            count: pageCount,
            strong,
          })}
        </div>
        <div>{rich('<strong>{size}</strong> trimmed', { size: inches(book.trim), strong })}</div>
      </div>
      {description === undefined ? null : (
        <Text size="sm" c="dimmed" mb="sm" className="wrap">
          {description}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="sm" className={classes.details}>
        <Details rows={productionDetails(book)} />
        <Details rows={measurementDetails(book)} />
      </SimpleGrid>
    </>
  )
}

const spineShapes = { flat: t('Flat [[spine]]'), round: t('Round [[spine]]') }

const strong = (text: ReactNode) => <strong>{text}</strong>

const productionDetails = (book: PrintJobBook): DetailRow[] => [
  [t('Binding'), capitalize(`${bindings[book.binding]}, ${bookWord(book.cover)}`)],
  [t('Binding edge'), book.bindingEdge && t('Right: page 1 is a left-hand page')],
  [t('Paper'), bookWord(book.paperType)],
  [t('Printing [[of a book]]'), capitalize(bookWord(book.textColor))],
  [t('Sheets per copy'), number(book.sheets)],
  [t('Signatures per copy'), book.signatures === null ? undefined : number(book.signatures)],
  [t('Endpapers'), book.endpapers],
  [t('Shape of the spine'), book.spineShape && spineShapes[book.spineShape]],
  [t('Weight per copy'), `${number(book.copyGrams)} g`],
]

const measurementDetails = (book: PrintJobBook): DetailRow[] => [
  [t('Trimmed page'), inchesAndMillimeters(book.trim)],
  [t('File page'), inchesAndMillimeters(book.page)],
  [t('Cover, opened flat'), inchesAndMillimeters(book.coverSheet)],
  [t('Spine'), lengthText(book.spineInches)],
  [t('Bleed'), book.bleed ? lengthText(book.bleedInches) : t('None [[bleed]]')],
  [t('Bleed at the binding'), book.bindingBleedInches === 0 ? t('None [[bleed]]') : lengthIn(book.bindingBleedInches)],
  [t('Flaps'), lengthIn(book.flapInches)],
  [t('Fold of the flaps'), lengthIn(book.flapFoldInches)],
  [t('Punch margin'), lengthIn(book.punchInches)],
]

const lengthIn = (inches: number | undefined) => (inches === undefined ? undefined : lengthText(inches))

const tenths = new Intl.NumberFormat(numberLocale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const millimeters = (value: number) => tenths.format(value * 25.4)
const lengthText = (value: number) =>
  t('{inches} in · {millimeters} mm', { inches: number(value), millimeters: millimeters(value) })
const inches = ({ widthInches, heightInches }: PrintJobBook['trim']) =>
  t('{width} × {height} in', { width: number(widthInches), height: number(heightInches) })
const inchesAndMillimeters = (size: PrintJobBook['trim']) => (
  <>
    {inches(size)}{' '}
    <Text span size="sm" c="dimmed" className="nowrap">
      {t('{width} × {height} mm', {
        width: millimeters(size.widthInches),
        height: millimeters(size.heightInches),
      })}
    </Text>
  </>
)
