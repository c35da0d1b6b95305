// An order of any account with its whole history, and what the staff can do with it now.

import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Hourglass, Route } from 'lucide-react'
import { useState } from 'react'
import { type Answer, api, ask, isGone, type Order } from '../../../api.ts'
import { BackTo } from '../../../components/BackTo.tsx'
import { Destination } from '../../../components/Destination.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { Facts } from '../../../components/Facts.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { GoTo } from '../../../components/GoTo.tsx'
import { unreadIn } from '../../../components/ItemFiles.tsx'
import { ItsTurn } from '../../../components/ItsTurn.tsx'
import { itemColumns, itemRows } from '../../../components/items.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { Packages, Tracking } from '../../../components/Packages.tsx'
import { PageFrame, PageSkeleton } from '../../../components/Page.tsx'
import { Errors, Warnings } from '../../../components/Problems.tsx'
import { priceFacts, unpriced } from '../../../components/priceFacts.tsx'
import { Section } from '../../../components/Section.tsx'
import { AccountLink, OrderLink } from '../../../components/StaffLinks.tsx'
import { shippingFacts } from '../../../components/shippingFacts.tsx'
import { Ago, Code, CopyIcon, capital, Day, money, None, number, Time, WithTimes } from '../../../components/Values.tsx'
import { useApprovals, Waiting } from '../../../shell/approvals.tsx'
import { useParam } from '../../../shell/mode.ts'
import { OrderSteps, type Step } from '../../../shell/OrderSteps.tsx'
import { OrderStatus, paymentWords, useWords } from '../../../shell/words.tsx'
import { type Act, ActDialog, actWords, Reroute } from './Acts.tsx'
import classes from './Order.module.css'
import { OrderFiles } from './OrderFiles.tsx'
import { OrderMails } from './OrderMails.tsx'
import { RefundDialog } from './Refund.tsx'
import { TellByHand } from './TellByHand.tsx'
import { Webhooks } from './Webhooks.tsx'

type Detail = Answer<'/staff/orders/{accountId}/{customerOrderId}'>
type Job = Detail['jobs'][number]
type Doing = { act: Act | 'refund' } | { act: 'reroute' | 'tell'; job: Job } | null

export function Page() {
  const accountId = useParam('accountId')
  const customerOrderId = useParam('customerOrderId')
  const detail = useQuery({
    queryKey: ['staff', 'order', accountId, customerOrderId],
    queryFn: () =>
      ask(api.GET('/staff/orders/{accountId}/{customerOrderId}', { params: { path: { accountId, customerOrderId } } })),
  })
  const back = <BackTo to="/orders">Orders</BackTo>
  if (detail.isPending) return <PageSkeleton />
  if (detail.data === undefined || isGone(detail.error)) {
    return (
      <PageFrame title={customerOrderId} inTab={`Order ${customerOrderId}`} above={back}>
        <Failure error={detail.error} retry={() => detail.refetch()} />
      </PageFrame>
    )
  }
  return <Shown detail={detail.data} back={back} />
}

function Shown({ detail, back }: { detail: Detail; back: React.ReactNode }) {
  const { accountId, accountName, order, pageCounts, steps, jobs, acts, money: taken, taxWait, unpaidBy, turn } = detail
  const { customerOrderId } = order
  const words = useWords()
  const [doing, setDoing] = useState<Doing>(null)
  const { waiting, above } = useApprovals({ accountId, customerOrderId })
  const close = () => setDoing(null)
  const urgent = urgentAct(detail)
  const unanswered = jobs.find(job => isOpen(job) && (job.alarm !== null || order.status === 'CANCELLATION_REQUESTED'))
  return (
    <PageFrame
      title={customerOrderId}
      inTab={`Order ${customerOrderId}`}
      above={back}
      beside={<CopyIcon value={customerOrderId} label="Copy the identifier" />}
      about={
        <Group gap="0.125rem 1rem" align="baseline" className="dots">
          <OrderStatus status={order.status} mode={order.mode} payment={order.paymentInfo.status} />
          {order.mode === 'sandbox' ? (
            <Badge variant="light" color="orange" radius="sm">
              Sandbox
            </Badge>
          ) : null}
          <AccountLink accountId={accountId} name={accountName} />
          <span>{capital(meaningOf(detail) ?? words.of(order.status)?.meaning ?? '')}</span>
          {order.shipmentTracking.length > 0 ? <Tracking order={order} /> : null}
        </Group>
      }
      actions={
        <>
          {unanswered === undefined ? null : (
            <Button onClick={() => setDoing({ act: 'tell', job: unanswered })}>Record answer</Button>
          )}
          {acts.map(act => (
            <Button
              key={act}
              variant={act === urgent ? 'filled' : 'default'}
              color={act === 'abandon' && act === urgent ? 'red' : undefined}
              onClick={() => setDoing({ act })}
            >
              {act === 'refund' ? 'Refund' : actWords[act].verb}
            </Button>
          ))}
        </>
      }
    >
      {taxWait === null ? null : (
        <Alert color="orange" variant="light" mb="md" icon={<CircleAlert size={18} />} title="Waiting for a tax quote">
          <span className="wrap">
            There has been no tax quote since <Time at={taxWait.since} />. It is requested again every few minutes. The
            last answer: <WithTimes text={taxWait.cause} />
          </span>
        </Alert>
      )}
      {unpaidBy === null ? null : <Unpaid by={unpaidBy} />}
      <Waiting requests={waiting} />
      {turn === null ? null : (
        <Alert color="blue" variant="light" mb="md" icon={<Hourglass size={18} />} title="Waiting in the queue">
          <ItsTurn turn={turn} />
        </Alert>
      )}
      {order.status === 'EXCEPTION' ? <WhyStill steps={steps} acts={acts} /> : null}
      <Errors order={order} />
      <Warnings order={order} />
      <div className={classes.parts}>
        <div>
          {order.shipmentTracking.length > 0 ? <Packages order={order} /> : null}
          <Section title="Print jobs" flush>
            {jobs.length === 0 ? (
              <Text size="sm" c="dimmed" px="md" pb="md">
                This order has not been sent to a printer.
              </Text>
            ) : (
              <>
                <List
                  label="Print jobs"
                  bare
                  rows={jobs}
                  columns={jobColumns((act, job) => setDoing({ act, job }), order)}
                  keyOf={job => job.jobId}
                />
                <Reasons jobs={jobs} told={order.status === 'EXCEPTION' ? stoppedBy(steps) : null} />
              </>
            )}
          </Section>
          <Section title="Books" flush>
            <List
              label="Books"
              bare
              rows={itemRows(order, pageCounts)}
              columns={itemColumns}
              keyOf={({ index }) => `${index}`}
            />
          </Section>
          <OrderFiles accountId={accountId} customerOrderId={customerOrderId} unread={unreadIn(order.status)} />
        </div>
        <div className={classes.terms}>
          <Price order={order} taken={taken} unpaidBy={unpaidBy} />
          <Section title="Shipping">
            <Destination order={order} />
            <Facts facts={shippingFacts(order)} />
          </Section>
          <Section title="Details">
            <Facts
              facts={[
                ['Placed', <Time key="p" at={order.createdAt} />],
                ['Changed', <Time key="u" at={order.updatedAt} />],
                ...(order.reprintOf === null
                  ? []
                  : ([
                      ['Reprint of', <OrderLink key="r" order={{ accountId, customerOrderId: order.reprintOf }} />],
                    ] as [string, React.ReactNode][])),
                [
                  'E-mails',
                  <GoTo key="e" to="/mails" search={{ accountId }}>
                    To this account
                  </GoTo>,
                ],
                [
                  'Payload',
                  order.payload === undefined ? (
                    <None key="n">None</None>
                  ) : (
                    <Code key="l" label="Copy the payload">
                      {order.payload}
                    </Code>
                  ),
                ],
              ]}
            />
          </Section>
        </div>
        <div>
          <Section title="History">
            {steps.length === 0 ? (
              <Empty icon={Route} title="Nothing yet">
                Each step is recorded here.
              </Empty>
            ) : null}
            <OrderSteps steps={steps} />
          </Section>
          <Webhooks accountId={accountId} order={order} />
          <OrderMails accountId={accountId} customerOrderId={customerOrderId} />
        </div>
      </div>
      {doing === null ? null : doing.act === 'refund' ? (
        <RefundDialog
          accountId={accountId}
          order={order}
          left={taken === null ? 0 : taken.paid - taken.refunded}
          refunded={taken === null ? 0 : taken.refunded}
          above={above}
          close={close}
        />
      ) : doing.act === 'reroute' ? (
        <Reroute jobId={doing.job.jobId} printer={doing.job.printer} close={close} />
      ) : doing.act === 'tell' ? (
        <TellByHand job={doing.job} close={close} />
      ) : (
        <ActDialog
          act={doing.act}
          accountId={accountId}
          customerOrderId={customerOrderId}
          willWait={doing.act === 'abandon' && refundsMoreThan(above, taken)}
          close={close}
        />
      )}
    </PageFrame>
  )
}

/** Where a status means something else to the staff than to the customer. */
function meaningOf({ order: { status, mode }, unpaidBy }: Detail): string | undefined {
  if (status === 'EXCEPTION') return 'waits for your decision'
  if (unpaidBy !== null) return 'the next daily charge does not take it'
  if (status === 'VALID_AWAITING_PAYMENT' && mode === 'sandbox') return 'waits for its payment to be simulated'
  return undefined
}

type Taken = Detail['money']

/** Whether the order would be refunded above the sum at which a second person is needed, by refunding all of it. */
const refundsMoreThan = (above: number | null, taken: Taken): boolean =>
  above !== null && taken !== null && taken.refunded < taken.paid && taken.paid > above

type UnpaidBy = NonNullable<Detail['unpaidBy']>

/** Each with its list among the payments. */
const unpaidWords: Record<UnpaidBy, { title: string; text: string; tab: string; list: string }> = {
  unknown: {
    title: 'Outcome of the charge unknown',
    text: 'The provider was asked to charge it and has not said whether it did. It is asked again with the same key.',
    tab: 'unknown',
    list: 'Open charges',
  },
  requires_action: {
    title: 'Waiting for the cardholder',
    text: 'The cardholder must confirm the charge in the dashboard.',
    tab: 'unconfirmed',
    list: 'Charges awaiting confirmation',
  },
  no_longer_charged: {
    title: 'No longer charged daily',
    text: 'It was declined too often. It is charged again when the holder pays in the dashboard or adds another card.',
    tab: 'overdue',
    list: 'Unpaid orders',
  },
}

function Unpaid({ by }: { by: UnpaidBy }) {
  const { title, text, tab, list } = unpaidWords[by]
  return (
    <Alert color="orange" variant="light" mb="md" icon={<CircleAlert size={18} />} title={title}>
      {text}{' '}
      <GoTo to="/money" search={{ tab }} inherit underline="always">
        {list}
      </GoTo>
    </Alert>
  )
}

function Price({ order, taken, unpaidBy }: { order: Order; taken: Taken; unpaidBy: UnpaidBy | null }) {
  const { pricing, paymentInfo } = order
  return (
    <Section title="Price" about={pricing?.final === false ? 'An estimate until the files have been read' : undefined}>
      <Facts
        amounts
        facts={[
          ...(pricing === undefined
            ? [['Total', <None key="n">{unpriced(order)}</None>] as [string, React.ReactNode]]
            : priceFacts(pricing)),
          ['Payment', unpaidBy === null ? paymentWords[paymentInfo.status] : unpaidWords[unpaidBy].title],
          ...(taken === null
            ? []
            : ([
                ['Charged', money(taken.paid)],
                ['Refunded', money(taken.refunded)],
                [
                  'Charge',
                  <Code key="c" label="Copy the charge" shown={`${taken.chargeId.slice(0, 14)}…`}>
                    {taken.chargeId}
                  </Code>,
                ],
              ] as [string, React.ReactNode][])),
        ]}
      />
    </Section>
  )
}

/** The act that an order on hold asks for: what to do next follows from what it was doing when it stopped. */
function urgentAct({ order, steps, acts }: Pick<Detail, 'order' | 'steps' | 'acts'>): Detail['acts'][number] | null {
  if (order.status !== 'EXCEPTION') return null
  const before = steps[steps.findLastIndex(({ on }) => on === 'problem') - 1]
  if (before?.status === 'CANCELLATION_REQUESTED') return 'abandon'
  return acts.includes('resume') ? 'resume' : 'revalidate'
}

/** The note of the step that stopped the order, and what the staff can do about it. */
function WhyStill({ steps, acts }: { steps: Step[]; acts: Detail['acts'] }) {
  const note = stoppedBy(steps)
  return (
    <Alert color="orange" variant="light" mb="md" icon={<CircleAlert size={18} />} title="Why it stopped">
      <Text size="sm" mb={4} className="wrap">
        {note ? <WithTimes text={note} /> : 'No reason was given.'}
      </Text>
      <Text size="sm">
        {acts.includes('resume') ? 'Resume it if it can be printed after all. ' : ''}
        Check its files again if they were replaced. Cancel it if it cannot be made: what was paid is refunded. The
        customer can do nothing until then.
      </Text>
    </Alert>
  )
}

const stoppedBy = (steps: Step[]) => steps.findLast(({ on }) => on === 'problem')?.note ?? null

/** What printers reported, which needs the whole width; `told` is already at the top of the page. */
function Reasons({ jobs, told }: { jobs: Job[]; told: string | null }) {
  const untold = jobs.filter(({ problem }) => problem !== null && problem !== told)
  return untold.length === 0 ? null : (
    <Stack gap={2} px="md" py="sm">
      {untold.map(({ jobId, printer, attempt, problem }) => (
        <Text key={jobId} size="sm" c="dimmed" className="wrap">
          {printer}, attempt {number(attempt)}: {problem}
        </Text>
      ))}
    </Stack>
  )
}

const isOpen = ({ status }: Job) => ['NEW', 'RECEIVED', 'ACCEPTED', 'PRINTED'].includes(status)

const jobColumns = (begin: (act: 'reroute' | 'tell', job: Job) => void, { status }: Order): Column<Job>[] => [
  {
    title: 'Printer',
    cell: job => (
      <Text span fw={500}>
        {job.printer}
      </Text>
    ),
  },
  {
    title: 'Status',
    cell: job => (
      <div>
        {capital(job.status.toLowerCase())}
        {job.alarm === null ? null : (
          <Badge ml={6} variant="light" color="red" radius="sm">
            silent
          </Badge>
        )}
      </div>
    ),
  },
  { title: 'Due', cell: job => (job.dueDate === null ? '–' : <Day day={job.dueDate} />) },
  { title: 'Sent', cell: job => <Ago at={job.createdAt} />, wideOnly: true },
  {
    title: 'Act',
    cell: job =>
      isOpen(job) ? (
        <Group gap={6}>
          <Button size="compact-xs" variant="default" onClick={() => begin('tell', job)}>
            Record answer
          </Button>
          {status === 'PRINTING' ? (
            <Button size="compact-xs" variant="default" onClick={() => begin('reroute', job)}>
              Move to another printer
            </Button>
          ) : null}
        </Group>
      ) : null,
    acts: true,
  },
]
