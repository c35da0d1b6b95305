// An order of any account with its whole history, and the acts that the staff can do now.

import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive, CircleAlert, Gavel, Hourglass, Route } from 'lucide-react'
import { useState } from 'react'
import { hasGeneratedName, orderTitle } from '../../../../src/base/text/orderTitle.ts'
import { api, isGone, type Order, type ResponseBody } from '../../../api.ts'
import { type Dispute, disputeReason } from '../../../components/disputeLabels.ts'
import { Errors, Problems, Warnings } from '../../../components/feedback/Problems.tsx'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { BackLink } from '../../../components/layout/BackLink.tsx'
import { type DetailRow, Details } from '../../../components/layout/Details.tsx'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { FailedPage } from '../../../components/layout/LoadState.tsx'
import { PageFrame, PageSkeleton } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import {
  Code,
  CopyIcon,
  capitalize,
  Day,
  Muted,
  money,
  number,
  RelativeTime,
  Time,
  WithTimes,
} from '../../../components/layout/Values.tsx'
import { ChangeNotice } from '../../../components/orders/ChangeNotice.tsx'
import { uncheckedTextFor } from '../../../components/orders/ItemFiles.tsx'
import { itemNames } from '../../../components/orders/itemNames.ts'
import { jobStatusLabels } from '../../../components/orders/jobStatusLabels.ts'
import { Books } from '../../../components/orders/OrderItems.tsx'
import { orderHeading } from '../../../components/orders/orderHeading.ts'
import { Packages, Tracking } from '../../../components/orders/Packages.tsx'
import { PackingSlip } from '../../../components/orders/PackingSlip.tsx'
import { payloadOf } from '../../../components/orders/Payload.tsx'
import { noPriceText, priceDetails } from '../../../components/orders/priceDetails.tsx'
import { QueuePosition } from '../../../components/orders/QueuePosition.tsx'
import { Shipping } from '../../../components/orders/Shipping.tsx'
import { type AmountPair, marginText } from '../../../components/staff/margins.ts'
import { AccountLink, OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { rich, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { useParam } from '../../../shell/frame/mode.ts'
import { OpenApprovals, useApprovals } from '../../../shell/orders/approvals.tsx'
import { EditOrder } from '../../../shell/orders/EditOrder.tsx'
import { MissingFiles } from '../../../shell/orders/MissingFiles.tsx'
import { OrderSteps, type Step } from '../../../shell/orders/OrderSteps.tsx'
import { OrderStatus, paymentLabels, useStatusTexts } from '../../../shell/orders/statusTexts.tsx'
import { ViewAsCustomer } from '../../../shell/people/ViewAsCustomer.tsx'
import { useMay } from '../../../shell/session/session.ts'
import { Messages } from './Messages.tsx'
import classes from './Order.module.css'
import {
  ActionDialog,
  actionTexts,
  type OrderAction,
  Reroute,
  readByCustomer,
  refundsMoreThan,
} from './OrderActions.tsx'
import { OrderFiles } from './OrderFiles.tsx'
import { OrderMails } from './OrderMails.tsx'
import { RecordResponse } from './PrinterResponse.tsx'
import { RefundDialog } from './Refund.tsx'
import { Webhooks } from './Webhooks.tsx'

type Detail = ResponseBody<'/staff/orders/{accountId}/{customerOrderId}'>
type Job = Detail['jobs'][number]
type OpenDialog = { act: OrderAction | 'refund' | 'edit' } | { act: 'reroute' | 'tell'; job: Job } | null

export function Page() {
  const accountId = useParam('accountId')
  const customerOrderId = useParam('customerOrderId')
  const detail = useQuery({
    queryKey: ['staff', 'order', accountId, customerOrderId],
    queryFn: () =>
      api.GET('/staff/orders/{accountId}/{customerOrderId}', { params: { path: { accountId, customerOrderId } } }),
  })
  const back = <BackLink to="/orders">{t('Orders')}</BackLink>
  if (detail.isPending) return <PageSkeleton />
  if (detail.data === undefined || isGone(detail.error)) {
    return (
      <FailedPage title={customerOrderId} inTab={t('Order {id}', { id: customerOrderId })} above={back} of={detail} />
    )
  }
  return <OrderDetails detail={detail.data} back={back} />
}

/** The acts that the order's state and the person's role allow. */
function useAllowedActs(acts: Detail['acts']): Detail['acts'] {
  const may = { orders: useMay('orders'), refunds: useMay('refunds'), customers: useMay('customers') }
  return acts.filter(
    act => may[act === 'refund' || act === 'abandon' ? 'refunds' : act === 'forget' ? 'customers' : 'orders'],
  )
}

function OrderDetails({ detail, back }: { detail: Detail; back: React.ReactNode }) {
  const { accountId, order, steps } = detail
  const acts = useAllowedActs(detail.acts)
  const mayRecord = useMay('printing')
  const mayChange = useMay('orders')
  const { customerOrderId } = order
  const title = orderTitle(order, detail.bookTitles[0])
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const { waiting, above } = useApprovals({ accountId, customerOrderId })
  return (
    <PageFrame
      title={orderHeading(order, detail.bookTitles[0])}
      inTab={t('Order {id}', { id: title })}
      above={back}
      beside={<CopyIcon value={customerOrderId} label={t('Copy order ID')} />}
      about={<About detail={detail} />}
      actions={
        <>
          {mayRecord ? <RecordButton detail={detail} open={setDialog} /> : null}
          <ActButtons acts={acts} urgent={urgentAction({ order, steps, acts })} open={setDialog} />
          <ViewAsCustomer accountId={accountId} page={`/${order.mode}/orders/${encodeURIComponent(customerOrderId)}`} />
        </>
      }
    >
      <Waits detail={detail} approvals={waiting} />
      <ChangeNotice order={order} />
      {order.status === 'EXCEPTION' ? (
        <HoldReason steps={steps} acts={acts} problems={order.errors} />
      ) : (
        <Errors order={order} />
      )}
      <Warnings order={order} />
      {mayChange && order.actions.includes('replace_file') ? (
        <MissingFiles
          order={order}
          names={itemNames(order, detail.bookTitles)}
          uploadTo={`/staff/accounts/${accountId}/${order.mode}/files`}
          send={(file, fileUrl) =>
            api.PUT('/staff/orders/{accountId}/{customerOrderId}/files/{item}/{part}', {
              params: { path: { accountId, customerOrderId, ...file } },
              body: { fileUrl },
            })
          }
          refetch={['staff']}
        />
      ) : null}
      <div className={classes.parts}>
        <div>
          {order.shipmentTracking.length > 0 ? <Packages order={order} /> : null}
          {detail.archivedAt === null ? <Jobs detail={detail} open={mayRecord ? setDialog : null} /> : null}
          <Books order={order} known={detail} />
          {detail.archivedAt === null ? (
            <OrderFiles
              accountId={accountId}
              customerOrderId={customerOrderId}
              names={itemNames(order, detail.bookTitles)}
              unread={uncheckedTextFor(order.status)}
            />
          ) : null}
        </div>
        <Terms detail={detail} />
        <Records detail={detail} />
      </div>
      {dialog === null ? null : (
        <OrderDialog dialog={dialog} detail={detail} above={above} close={() => setDialog(null)} />
      )}
    </PageFrame>
  )
}

function About({ detail }: { detail: Detail }) {
  const { accountId, accountName, order } = detail
  const words = useStatusTexts()
  return (
    <Group gap="0.125rem 1rem" align="baseline" className="dotSeparated">
      <OrderStatus status={order.status} mode={order.mode} payment={order.paymentInfo.status} />
      {order.mode === 'sandbox' ? <Badge color="orange">{t(order.practice ? 'Practice' : 'Sandbox')}</Badge> : null}
      <AccountLink accountId={accountId} name={accountName} />
      <span>{capitalize(meaningOf(detail) ?? words.of(order.status)?.meaning ?? '')}</span>
      {order.shipmentTracking.length > 0 ? <Tracking order={order} /> : null}
    </Group>
  )
}

function RecordButton({ detail: { jobs, order }, open }: { detail: Detail; open(dialog: OpenDialog): void }) {
  const unanswered = jobs.find(
    job => isOpen(job) && (job.alarm !== null || job.changeRequested || order.status === 'CANCELLATION_REQUESTED'),
  )
  if (unanswered === undefined) return null
  return <Button onClick={() => open({ act: 'tell', job: unanswered })}>{t('Record response')}</Button>
}

type ActButtonsProps = {
  acts: Detail['acts']
  urgent: ReturnType<typeof urgentAction>
  open(dialog: OpenDialog): void
}

const ActButtons = ({ acts, urgent, open }: ActButtonsProps) =>
  acts.map(act => (
    <Button
      key={act}
      variant={act === urgent ? 'filled' : 'default'}
      color={act === 'abandon' && act === urgent ? 'red' : undefined}
      onClick={() => open({ act })}
    >
      {act === 'refund' ? t('Refund [[verb]]') : act === 'edit' ? t('Edit') : actionTexts[act].verb}
    </Button>
  ))

/** That the order is archived, disputed or not paid, and what it waits for. */
function Waits({ detail, approvals }: { detail: Detail; approvals: ReturnType<typeof useApprovals>['waiting'] }) {
  const { accountId, order, archivedAt, taxWait, unpaidBy, disputes, turn } = detail
  return (
    <>
      {archivedAt === null ? null : <Archived accountId={accountId} order={order} at={archivedAt} />}
      {taxWait === null ? null : (
        <Alert color="orange" mb="md" icon={<CircleAlert size={18} />} title={t('Waiting for a tax quote')}>
          <span className="wrap">
            {rich('No tax quote since {time}. We retry every few minutes. Last response: {cause}', {
              time: <Time at={taxWait.since} />,
              cause: <WithTimes text={taxWait.cause} />,
            })}
          </span>
        </Alert>
      )}
      {unpaidBy === null ? null : <Unpaid by={unpaidBy} />}
      {disputes.map(dispute => (
        <Disputed key={dispute.disputeId} dispute={dispute} />
      ))}
      <OpenApprovals requests={approvals} />
      {turn === null ? null : (
        <Alert color="blue" mb="md" icon={<Hourglass size={18} />} title={t('Waiting in the queue')}>
          <QueuePosition turn={turn} order={order} />
        </Alert>
      )}
    </>
  )
}

function Jobs({
  detail: { jobs, order, steps },
  open,
}: {
  detail: Detail
  open: ((dialog: OpenDialog) => void) | null
}) {
  return (
    <Section title={t('Print jobs')} flush>
      {jobs.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {t('This order has not been sent to a printer yet.')}
        </Text>
      ) : (
        <>
          <List
            label={t('Print jobs')}
            bare
            rows={jobs}
            columns={jobColumns(open && ((act, job) => open({ act, job })), order)}
            keyOf={job => job.jobId}
          />
          <Reasons jobs={jobs} shownReason={order.status === 'EXCEPTION' ? stopNoteOf(steps) : null} />
        </>
      )}
    </Section>
  )
}

/** Price, shipping and the details of the order itself. */
function Terms({ detail }: { detail: Detail }) {
  const { accountId, order, money: payment, unpaidBy, margin } = detail
  return (
    <div className={classes.terms}>
      <Price order={order} payment={payment} unpaidBy={unpaidBy} />
      {margin === null ? null : <MarginOfOrder margin={margin} names={itemNames(order, detail.bookTitles)} />}
      <Shipping order={order} />
      <PackingSlip order={order} />
      <Section title={t('Details')}>
        <Details
          rows={[
            [t('Order number'), order.orderNumber],
            [t('Order ID'), hasGeneratedName(order) ? order.customerOrderId : undefined],
            [t('Placed'), <Time key="p" at={order.createdAt} />],
            [t('Last updated'), <Time key="u" at={order.updatedAt} />],
            [
              t('Reprint of'),
              order.reprintOf === null ? undefined : (
                <OrderLink key="r" order={{ accountId, customerOrderId: order.reprintOf }} />
              ),
            ],
            [
              t('Emails'),
              <AppLink key="e" to="/mails" search={{ accountId }}>
                {t('View account emails')}
              </AppLink>,
            ],
            [t('Purchase order'), order.purchaseOrderNumber],
            [t('Payload'), payloadOf(order)],
          ]}
        />
      </Section>
    </div>
  )
}

/** Messages and steps, and what was sent about them. */
function Records({ detail: { accountId, order, steps, messages, archivedAt } }: { detail: Detail }) {
  const { customerOrderId } = order
  return (
    <div>
      {archivedAt !== null && messages.length === 0 ? null : (
        <Messages
          accountId={accountId}
          customerOrderId={customerOrderId}
          isArchived={archivedAt !== null}
          messages={messages}
        />
      )}
      <Section title={t('History')}>
        {steps.length === 0 ? (
          <EmptyState icon={Route} title={t('No history yet')}>
            {t('Each step of the order appears here.')}
          </EmptyState>
        ) : null}
        <OrderSteps steps={steps} />
      </Section>
      {archivedAt !== null ? null : (
        <>
          <Webhooks accountId={accountId} order={order} />
          <OrderMails accountId={accountId} customerOrderId={customerOrderId} />
        </>
      )}
    </div>
  )
}

type OrderDialogProps = {
  dialog: NonNullable<OpenDialog>
  detail: Detail
  above: ReturnType<typeof useApprovals>['above']
  close(): void
}

function OrderDialog({ dialog, detail, above, close }: OrderDialogProps) {
  const { accountId, order, money: payment } = detail
  const { customerOrderId } = order
  switch (dialog.act) {
    case 'refund':
      return (
        <RefundDialog
          accountId={accountId}
          order={order}
          names={itemNames(order, detail.bookTitles)}
          left={payment === null ? 0 : payment.paid - payment.refunded}
          refunded={payment === null ? 0 : payment.refunded}
          above={above}
          close={close}
        />
      )
    case 'edit':
      return (
        <EditOrder
          order={order}
          send={(change, reason, preview) =>
            api.PATCH('/staff/orders/{accountId}/{customerOrderId}', {
              params: { path: { accountId, customerOrderId }, query: { preview } },
              body: { ...change, reason },
            })
          }
          refetch={['staff']}
          reasonHint={readByCustomer}
          close={close}
        />
      )
    case 'reroute':
      return <Reroute jobId={dialog.job.jobId} printer={dialog.job.printer} close={close} />
    case 'tell':
      return <RecordResponse job={dialog.job} order={order} close={close} />
    default:
      return (
        <ActionDialog
          act={dialog.act}
          accountId={accountId}
          customerOrderId={customerOrderId}
          title={orderTitle(order, detail.bookTitles[0])}
          willWait={dialog.act === 'abandon' && refundsMoreThan(above, payment)}
          close={close}
        />
      )
  }
}

/** Restoring shows the data of the order: print jobs, files, webhooks and emails. */
function Archived({ accountId, order: { customerOrderId }, at }: { accountId: string; order: Order; at: string }) {
  const queries = useQueryClient()
  const mayRestore = useMay('orders')
  const restore = useAction({
    mutationFn: () =>
      api.POST('/staff/orders/{accountId}/{customerOrderId}/restore', {
        params: { path: { accountId, customerOrderId } },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['staff'] }),
    failed: t('The order was not restored'),
  })
  return (
    <Alert mb="md" icon={<Archive size={18} />} title={t('Archived')}>
      <Stack gap="sm" align="flex-start">
        <span>
          {rich(
            'This order has been in the archive since {time}. Its print jobs, files, webhooks and emails are shown once it is restored, for 30 days. Any action on the order restores it too.',
            { time: <Time at={at} /> },
          )}
        </span>
        {mayRestore ? (
          <Button variant="default" size="xs" onClick={() => restore.mutate()} loading={restore.isPending}>
            {t('Restore')}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  )
}

/** Meanings that differ between the staff and the customer. */
function meaningOf({ order: { status, mode }, unpaidBy }: Detail): string | undefined {
  if (status === 'EXCEPTION') return t('waiting for your decision')
  if (unpaidBy !== null) return t('not included in the next daily charge')
  if (status === 'VALID_AWAITING_PAYMENT' && mode === 'sandbox') return t('waiting for a simulated payment')
  return undefined
}

type UnpaidBy = NonNullable<Detail['unpaidBy']>

/** Each reason has a list on the Payments page. */
const unpaidTexts: Record<UnpaidBy, { title: string; text: string; tab: string; list: string }> = {
  unknown: {
    title: t('Payment status unknown'),
    text: t('The provider has not confirmed whether the charge succeeded. We check again automatically.'),
    tab: 'unknown',
    list: t('View unknown payments'),
  },
  requires_action: {
    title: t('Waiting for the cardholder'),
    text: t('The cardholder must confirm the charge in the dashboard.'),
    tab: 'unconfirmed',
    list: t('View charges awaiting confirmation'),
  },
  no_longer_charged: {
    title: t('No longer charged daily'),
    text: t(
      'The payment was declined too often. We charge this order when the account holder pays in the dashboard or adds another card.',
    ),
    tab: 'overdue',
    list: t('View unpaid orders'),
  },
}

function Unpaid({ by }: { by: UnpaidBy }) {
  const { title, text, tab, list } = unpaidTexts[by]
  return (
    <Alert color="orange" mb="md" icon={<CircleAlert size={18} />} title={title}>
      {text}{' '}
      <AppLink to="/money" search={{ tab }} inherit underline="always">
        {list}
      </AppLink>
    </Alert>
  )
}

const disputeTitles: Record<Dispute['status'], string> = {
  needs_response: t('Payment disputed: evidence needed'),
  under_review: t('Payment disputed: under review'),
  won: t('Payment disputed: won'),
  lost: t('Payment disputed: lost'),
  closed: t('Payment disputed: closed without decision'),
}

function Disputed({ dispute: { status, amount, reason, evidenceDueAt } }: { dispute: Dispute }) {
  const isOpen = status === 'needs_response' || status === 'under_review'
  return (
    <Alert color={isOpen ? 'red' : 'gray'} mb="md" icon={<Gavel size={18} />} title={disputeTitles[status]}>
      {t('The cardholder disputes {amount} of the charge for this order. Reason: {reason}.', {
        amount: money(amount),
        reason: disputeReason(reason),
      })}{' '}
      {status === 'needs_response' && evidenceDueAt !== null ? (
        <>{rich('Evidence is due by {time}.', { time: <Time at={evidenceDueAt} /> })} </>
      ) : null}
      <AppLink to="/money" search={{ tab: 'disputes' }} inherit underline="always">
        {t('View disputes')}
      </AppLink>
    </Alert>
  )
}

function Price({ order, payment, unpaidBy }: { order: Order; payment: Detail['money']; unpaidBy: UnpaidBy | null }) {
  const { pricing, paymentInfo } = order
  const noPrice: DetailRow = [t('Total'), <Muted key="n">{noPriceText(order)}</Muted>]
  return (
    <Section
      title={t('Price')}
      about={pricing?.final === false ? t('Estimate until the files are checked') : undefined}
    >
      <Details
        amounts
        rows={[
          ...(pricing === undefined ? [noPrice] : priceDetails(pricing)),
          [t('Payment'), unpaidBy === null ? paymentLabels[paymentInfo.status] : unpaidTexts[unpaidBy].title],
          [t('Charged'), payment === null ? undefined : money(payment.paid)],
          [t('Refunded'), payment === null ? undefined : money(payment.refunded)],
          [
            t('Charge ID'),
            payment === null ? undefined : (
              <Code key="c" label={t('Copy charge ID')} shown={`${payment.chargeId.slice(0, 14)}…`}>
                {payment.chargeId}
              </Code>
            ),
          ],
        ]}
      />
    </Section>
  )
}

/** By the order's version of the operator's data. Shown only where costs are entered. */
function MarginOfOrder({ margin, names }: { margin: NonNullable<Detail['margin']>; names: string[] }) {
  const parts: [string, AmountPair | null][] = [
    ...(names.length > 1 && margin.lines.some(line => line !== null)
      ? names.map((name, i): [string, AmountPair | null] => [name, margin.lines[i] ?? null])
      : [[t('Books'), margin.items] as [string, AmountPair | null]]),
    [t('Handling'), margin.fulfillment],
    [t('Shipping'), margin.shipping],
  ]
  return (
    <Section title={t('Margin')} about={t('Price less cost, without taxes. Customers and printers don’t see it.')}>
      <Details
        amounts
        rows={[
          ...parts.map(
            ([name, part]): DetailRow => [
              name,
              part === null ? <Muted key="u">{t('Cost not entered')}</Muted> : marginText(part),
            ],
          ),
          [t('Cost'), money(margin.total.cost)],
          [t('Margin'), <strong key="m">{marginText(margin.total)}</strong>],
        ]}
      />
    </Section>
  )
}

/** The most likely next action for an order on hold, given its status when it stopped. */
function urgentAction({ order, steps, acts }: Pick<Detail, 'order' | 'steps' | 'acts'>): Detail['acts'][number] | null {
  if (order.status !== 'EXCEPTION') return null
  const before = steps[steps.findLastIndex(({ on }) => on === 'problem') - 1]
  if (before?.status === 'CANCELLATION_REQUESTED') return 'abandon'
  return acts.includes('resume') ? 'resume' : 'revalidate'
}

type HoldReasonProps = { steps: Step[]; acts: Detail['acts']; problems: Order['errors'] }

/** The note of the step that stopped the order, the remedies of the staff, and what its customer reads about it. */
function HoldReason({ steps, acts, problems }: HoldReasonProps) {
  const note = stopNoteOf(steps)
  return (
    <Alert color="orange" mb="md" icon={<CircleAlert size={18} />} title={t('Why this order is on hold')}>
      <Text size="sm" mb={4} className="wrap">
        {note ? <WithTimes text={note} /> : t('No reason given.')}
      </Text>
      <Text size="sm">
        {acts.includes('resume') ? `${t('Resume the order if it can be printed.')} ` : ''}
        {t(
          'If the files were replaced, recheck them. If the order can’t be printed, cancel it and its payment is refunded. The customer can’t act until you decide.',
        )}
      </Text>
      {problems.length === 0 ? null : (
        <>
          <Text size="xs" c="dimmed" mt="sm">
            {t('What the customer reads')}
          </Text>
          <Problems problems={problems} />
        </>
      )}
    </Alert>
  )
}

const stopNoteOf = (steps: Step[]) => steps.findLast(({ on }) => on === 'problem')?.note ?? null

/** Problems that printers reported, which need the whole width; `shownReason` is already at the top of the page. */
function Reasons({ jobs, shownReason }: { jobs: Job[]; shownReason: string | null }) {
  const otherReasons = jobs.filter(({ problem }) => problem !== null && problem !== shownReason)
  return otherReasons.length === 0 ? null : (
    <Stack gap={2} px="md" py="sm">
      {otherReasons.map(({ jobId, printer, attempt, problem }) => (
        <Text key={jobId} size="sm" c="dimmed" className="wrap">
          {t('{printer}, attempt {number}: {problem}', { printer, number: number(attempt), problem: problem! })}
        </Text>
      ))}
    </Stack>
  )
}

const isOpen = ({ status }: Job) => ['NEW', 'RECEIVED', 'ACCEPTED', 'PRINTED'].includes(status)

/** `open` is null for people who may not record messages of printers. */
const jobColumns = (open: ((act: 'reroute' | 'tell', job: Job) => void) | null, { status }: Order): Column<Job>[] => [
  {
    title: t('Printer'),
    cell: job => (
      <Text span fw={500}>
        {job.printer}
      </Text>
    ),
  },
  {
    title: t('Status'),
    cell: job => (
      <div>
        {jobStatusLabels[job.status]}
        {job.alarm === null ? null : (
          <Badge ml={6} color="red">
            {t('Update overdue')}
          </Badge>
        )}
      </div>
    ),
  },
  { title: t('Due'), cell: job => (job.dueDate === null ? '–' : <Day day={job.dueDate} />) },
  { title: t('Sent'), cell: job => <RelativeTime at={job.createdAt} />, wideOnly: true },
  {
    title: t('Actions'),
    cell: job =>
      open !== null && isOpen(job) ? (
        <Group gap={6}>
          <Button size="compact-xs" variant="default" onClick={() => open('tell', job)}>
            {t('Record response')}
          </Button>
          {status === 'PRINTING' ? (
            <Button size="compact-xs" variant="default" onClick={() => open('reroute', job)}>
              {t('Move to another printer')}
            </Button>
          ) : null}
        </Group>
      ) : null,
    isActions: true,
  },
]
